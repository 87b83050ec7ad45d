# A dump carries no key. keyset_export_key and keyset_import_key carry it across, and the old cursors go
# on in the restored database: in the same cluster under another name, and in another cluster.
use strict;
use warnings;
use KeysetPage;
use PostgreSQL::Test::Utils;
use Test::More;

my $old = new_server('old');
my $order = make_items($old);
my $new = new_server('new', no_extension => 1);

$old->safe_psql('postgres', q{
	CREATE SCHEMA app;
	CREATE TABLE app.items (id int PRIMARY KEY, score numeric);
	INSERT INTO app.items SELECT n, n / 3.0 FROM generate_series(1, 20) n;
});
# A dropped column, so that column numbers differ after the restore.
$old->safe_psql('postgres', 'ALTER TABLE items ADD COLUMN gone int; ALTER TABLE items DROP COLUMN gone; ALTER TABLE items ADD COLUMN later int');

my $one = page($old, undef);
my %filtered = (more => q{filter => 'score < $1', args => '{5}'});
my $few = page($old, undef, %filtered);
my $app = page($old, undef, relation => 'app.items', order => 'score DESC');
my $later = page($old, undef, order => 'later, id DESC');
my ($key, $secret) = split /\|/, $old->safe_psql('postgres', 'SELECT key_id, keyset_export_key(key_id) FROM keyset_keys');
like($secret, qr/^\\x[0-9a-f]{32,}$/, 'the secret, as the owner sees it');
(my $hex = $secret) =~ s/^\\x//;

my $file = "$PostgreSQL::Test::Utils::tmp_check/dump.sql";
for my $options ([], ['--data-only'], ['--inserts'], [ '--schema', 'public' ], [ '-t', 'keyset_signing_key' ])
{
	# With -t pg_dump may say that it finds no such table and write nothing: just as well.
	unlink $file;
	run_log([ 'pg_dump', '-f', $file, @$options, $old->connstr('postgres') ]);
	my $text = -e $file ? slurp_file($file) : '';
	unlike($text, qr/\Q$hex\E/i, "no secret in pg_dump @$options");
	unlike($text, qr/COPY .*keyset_signing_key|INSERT INTO .*keyset_signing_key/, "no key at all in pg_dump @$options");
}
$old->command_ok([ 'pg_dumpall', '-f', $file, '-d', $old->connstr('postgres') ], 'pg_dumpall');
unlike(slurp_file($file), qr/\Q$hex\E/i, 'no secret in pg_dumpall');

$old->command_ok([ 'pg_dump', '-f', $file, $old->connstr('postgres') ], 'pg_dump');
$old->safe_psql('postgres', 'CREATE DATABASE copy');
$old->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, $old->connstr('copy') ], 'restored beside it');
$new->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, $new->connstr('postgres') ], 'restored elsewhere');

for my $place ([ $old, 'copy' ], [ $new, 'postgres' ])
{
	my ($node, $db) = @$place;
	my $where = $node->name . "/$db";
	is($node->safe_psql($db, 'SELECT count(*) FROM keyset_keys'), 1, "$where has a key of its own");
	isnt($node->safe_psql($db, 'SELECT key_id FROM keyset_keys'), $key, "$where: another one");
	is(sqlstate($node, page_sql($one->{next}), db => $db), 'KP002', "$where refuses the old cursor");

	$node->safe_psql($db, "SELECT keyset_import_key($key, '$secret')");
	is_deeply(rest($node, $one->{next}, db => $db), [ @$order[ 7 .. 39 ] ], "$where opens it once the key is there");
	is_deeply(page($node, $few->{next}, db => $db, %filtered)->{ids}, page($old, $few->{next}, %filtered)->{ids}, "$where: with a filter");
	is_deeply(rest($node, $app->{next}, db => $db, relation => 'app.items', order => 'score DESC'),
		[ reverse 1 .. 13 ], "$where: in another schema");
	is_deeply(rest($node, $later->{next}, db => $db, order => 'later, id DESC'), [ reverse 1 .. 33 ],
		"$where: a key whose column number has changed");

	my $mine = page($node, undef, db => $db);
	is($node->safe_psql($db, 'SELECT key_id FROM keyset_cursor_decode(' . literal($mine->{next}) . ") WHERE key_id <> $key"),
		$node->safe_psql($db, q{SELECT key_id FROM keyset_keys WHERE status = 'active'}), "$where signs with its own key");
	is(sqlstate($node, "SELECT keyset_import_key($key, '$secret')", db => $db), '', "$where: the same again is nothing");
	is(sqlstate($node, "SELECT keyset_import_key($key, '\\x" . ('00' x (length($hex) / 2)) . "')", db => $db), '42710',
		"$where: another secret under the same id");

	$node->safe_psql($db, "SELECT keyset_import_key($key, '$secret', true)");
	my $shared = page($node, undef, db => $db);
	is_deeply(page($old, $shared->{next})->{ids}, [ @$order[ 7 .. 13 ] ], "$where signs with the shared key when it is activated");
	is_deeply(page($node, $mine->{next}, db => $db)->{ids}, [ @$order[ 7 .. 13 ] ], "$where still opens its own");
}

$old->stop;
$new->stop;
done_testing();
