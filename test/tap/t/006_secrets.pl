# No secret in the log, whatever is logged and whatever fails; none in settings, statistics or views; none
# for a role that was not granted it.
use strict;
use warnings;
use KeysetPage;
use MIME::Base64;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_server('secrets', conf => q{
log_statement = all
log_min_messages = debug5
log_min_error_statement = debug5
log_error_verbosity = verbose
log_duration = on
log_parameter_max_length = -1
log_parameter_max_length_on_error = -1
debug_print_parse = on
debug_print_rewritten = on
debug_print_plan = on
shared_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_nested_statements = on
auto_explain.log_analyze = on
auto_explain.log_verbose = on
});
make_items($node);

# The secrets leave the server as query results only, which no setting logs.
my @secrets;
sub note_secrets
{
	push @secrets, map { s/^\\x//r } split /\n/, $node->safe_psql('postgres', 'SELECT keyset_export_key(key_id) FROM keyset_keys ORDER BY key_id');
}
note_secrets();

my $one = page($node, undef);
my $hidden = page($node, undef, before => 'SET keyset_page.encrypt_cursors = on; ');
my $bound = page($node, undef, before => 'SET keyset_page.bind_role = on; ');
my $brief = page($node, undef, before => q{SET keyset_page.cursor_ttl = 1; });
$node->safe_psql('postgres', 'SELECT * FROM keyset_explain(\'items\', \'score\')');
my $key = $node->safe_psql('postgres', 'SELECT key_id FROM keyset_keys');
$node->safe_psql('postgres', 'SELECT keyset_rotate_key()');
note_secrets();
sleep 2;

# Every error there is.
my %refused = (
	KP001 => page_sql('AAAA'),
	KP003 => page_sql($brief->{next}),
	KP004 => page_sql($one->{next}, relation => 'pg_class', order => 'oid'),
	KP005 => page_sql($one->{next}, order => 'score DESC'),
	KP006 => page_sql($one->{next}, more => q{filter => 'score > 1'}),
	KP007 => 'CREATE ROLE other SUPERUSER; SET ROLE other; ' . page_sql($bound->{next}),
	KP009 => 'SET keyset_page.require_index = error; ' . page_sql(undef, order => 'body'),
	42710 => "SELECT keyset_import_key($key, '\\x0011')",
	55000 => q{SELECT keyset_retire_key(key_id) FROM keyset_keys WHERE status = 'active'},
	22023 => q{SELECT keyset_import_key(-5, '\x0011')});
for my $code (sort keys %refused)
{
	my ($state, $text) = said($node, $refused{$code});
	if ($code =~ /^KP/) { is($state, $code, "$code raised"); }
	else { isnt($state, '', "$refused{$code} refused ($state)"); isnt($state, 'XX000', 'not an internal error'); }
	for my $secret (@secrets) { unlike($text, qr/\Q$secret\E/i, "no secret in the message of $code"); }
}
my $changed = $one->{next};
substr($changed, 20, 1) = substr($changed, 20, 1) eq 'A' ? 'B' : 'A';
my ($state, $text) = said($node, page_sql($changed));
is($state, 'KP001', 'altered');
$node->safe_psql('postgres', "SELECT keyset_retire_key($key)");
is(sqlstate($node, page_sql($one->{next})), 'KP002', 'retired');
note_secrets();

# Who may see what.
$node->safe_psql('postgres', q{
	CREATE ROLE reader LOGIN; GRANT pg_read_all_data, pg_read_all_settings, pg_read_all_stats, pg_monitor TO reader;
	CREATE ROLE rotator LOGIN; GRANT EXECUTE ON FUNCTION keyset_rotate_key() TO rotator;
});
for my $role (qw(reader rotator))
{
	my $as = "SET ROLE $role; ";
	unlike($node->safe_psql('postgres', "$as SELECT * FROM keyset_keys"), qr/\\x/, "$role: no secret in the view");
	my ($rc, $out) = $node->psql('postgres', "$as SELECT * FROM keyset_signing_key", on_error_stop => 0);
	is($out, '', "$role: no row of the table");
	is(sqlstate($node, "$as SELECT keyset_export_key(key_id) FROM keyset_keys"), '42501', "$role: no export");
	is(sqlstate($node, "$as SELECT keyset_retire_key(1)"), '42501', "$role: no retirement");
	is(sqlstate($node, "$as SELECT keyset_import_key(1, '\\x00')"), '42501', "$role: no import");
	is(sqlstate($node, "$as COPY keyset_signing_key TO STDOUT"), $role eq 'reader' ? '' : '42501', "$role: no COPY of a row");
}
is(sqlstate($node, 'SET ROLE reader; SELECT keyset_rotate_key()'), '42501', 'reader: no rotation');
like($node->safe_psql('postgres', 'SET ROLE rotator; SELECT keyset_rotate_key()'), qr/^\d+$/, 'rotator rotates');
note_secrets();

my %seen = map { $_ => 1 } @secrets;
@secrets = sort keys %seen;
cmp_ok(scalar @secrets, '>=', 3, 'three secrets to look for');
my %where = (
	'the log' => slurp_file($node->logfile),
	'pg_settings' => $node->safe_psql('postgres', q{SELECT keyset_page_json('items', 'score') IS NULL; SELECT * FROM pg_settings}),
	'pg_stat_activity' => $node->safe_psql('postgres', 'SELECT * FROM pg_stat_activity'),
	'pg_depend and comments' => $node->safe_psql('postgres', 'SELECT * FROM pg_description; SELECT * FROM pg_extension'),
	'pg_db_role_setting' => $node->safe_psql('postgres', 'SELECT * FROM pg_db_role_setting; SELECT * FROM pg_file_settings'),
	'pg_stats' => $node->safe_psql('postgres', 'ANALYZE; SET ROLE reader; SELECT * FROM pg_stats'),
	'a cursor' => join ' ', $one->{next}, $hidden->{next}, $bound->{next});
for my $place (sort keys %where)
{
	for my $secret (@secrets)
	{
		my $bytes = pack 'H*', $secret;
		my $base64 = encode_base64($bytes, '');
		$base64 =~ s/=+$//;
		(my $url = $base64) =~ tr{+/}{-_};
		my $found = grep { index($where{$place}, $_) >= 0 } $secret, uc $secret, $bytes, $base64, $url, substr($secret, 0, 24);
		ok(!$found, "no secret in $place");
	}
}
cmp_ok(length $where{'the log'}, '>', 100_000, 'the log was indeed full');

$node->stop;
done_testing();
