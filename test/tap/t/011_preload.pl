# The settings that are a superuser's, with the library preloaded: an ordinary role has no way around them.
use strict;
use warnings;
use KeysetPage;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_server('preload', conf => "shared_preload_libraries = 'keyset_page'\n");
my $expected = make_items($node);
$node->safe_psql('postgres', q{
	CREATE ROLE app LOGIN;
	GRANT SELECT ON items TO app;
	ALTER DATABASE postgres SET keyset_page.encrypt_cursors = on;
	ALTER DATABASE postgres SET keyset_page.bind_role = on;
	ALTER DATABASE postgres SET keyset_page.cursor_ttl = '15min';
	ALTER SYSTEM SET keyset_page.max_limit = 5;
	SELECT pg_reload_conf();
});

# As the role: (exit code, output, errors)
sub as_app
{
	my ($sql, $options) = @_;
	local $ENV{PGOPTIONS} = $options if defined $options;
	my ($out, $err);
	my $rc = $node->psql('postgres', $sql, stdout => \$out, stderr => \$err, extra_params => [ '-U', 'app', '-v', 'VERBOSITY=verbose' ],
		on_error_stop => 1, on_error_die => 0);
	return ($rc, $out, $err);
}
my $page = q{SELECT json_array_length(items), next_cursor FROM keyset_page('items', 'score', NULL, 20)};
sub flags { my ($cursor) = @_; $cursor =~ tr{-_}{+/}; return ord substr(MIME::Base64::decode_base64($cursor), 1, 1); }
require MIME::Base64;

# SHOW knows them before anything was called, and the page is made by them.
my %settings = (encrypt_cursors => 'on', bind_role => 'on', cursor_ttl => '15min', max_limit => '5', default_limit => '50');
for my $name (sort keys %settings)
{
	my ($rc, $out) = as_app("SHOW keyset_page.$name");
	is($out, $settings{$name}, "$name");
}
my ($rc, $out, $err) = as_app($page);
is($err, '', 'a page for the role');
my ($rows, $cursor) = split /\|/, $out;
is($rows, 5, 'max_limit');
is(flags($cursor) & (0x04 | 0x08 | 0x20), 0x04 | 0x08 | 0x20, 'encrypted, expiring, bound');

# By the connection, and by SET, before the first call and behind it.
for my $try ([ 'encrypt_cursors', 'off' ], [ 'bind_role', 'off' ], [ 'cursor_ttl', '0' ], [ 'max_limit', '1000' ])
{
	my ($name, $value) = @$try;
	($rc, $out, $err) = as_app($page, "-c keyset_page.$name=$value");
	isnt($rc, 0, "$name by the connection: refused");
	like($err, qr/FATAL:  permission denied to set parameter "keyset_page\.$name"/, 'and named');
	($rc, $out, $err) = as_app("SET keyset_page.$name = $value; $page");
	like($err, qr/ERROR:  42501: permission denied to set parameter "keyset_page\.$name"/, "$name by SET: refused");
	($rc, $out, $err) = as_app("$page; SELECT set_config('keyset_page.$name', '$value', false)");
	like($err, qr/ERROR:  42501: permission denied/, "$name behind a page: refused");
	($rc, $out, $err) = as_app("ALTER ROLE app SET keyset_page.$name = $value");
	like($err, qr/ERROR:  42501: permission denied/, "$name as the role's own setting: refused");
	($rc, $out, $err) = as_app("SHOW keyset_page.$name; RESET ALL; SHOW keyset_page.$name");
	is($out, "$settings{$name}\n$settings{$name}", "$name stays after RESET ALL");
}

# What is anyone's is the connection's to set; what is no setting is refused.
($rc, $out, $err) = as_app('SHOW keyset_page.default_limit', '-c keyset_page.default_limit=3 -c keyset_page.require_index=error');
is($out, 3, 'default_limit by the connection');
($rc, $out, $err) = as_app('SET keyset_page.no_such = 1');
like($err, qr/invalid configuration parameter name "keyset_page\.no_such"|unrecognized configuration parameter/, 'no other setting');

# Databases without the extension, and walks with it.
$node->safe_psql('postgres', 'CREATE DATABASE bare');
is($node->safe_psql('bare', 'SHOW keyset_page.max_limit'), '5', 'preloaded where there is no extension');
is_deeply(rest($node, undef), $expected, 'a walk');
$node->stop('immediate');
$node->start;
is_deeply(rest($node, undef), $expected, 'a walk after a crash of the server');

$node->stop;
done_testing();
