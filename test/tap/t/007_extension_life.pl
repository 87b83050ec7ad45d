# The extension is dropped and created again under sessions that use it, in another schema, twice in two
# databases: always a page or a named refusal.
use strict;
use warnings;
use KeysetPage;
use Test::More;

my $node = new_server('life');
my $order = make_items($node);

my $session = $node->background_psql('postgres', on_error_stop => 0);
my $bystander = $node->background_psql('postgres', on_error_stop => 0);
my $one = session_page($session, undef);
session_page($bystander, $one->{next});

# Dropped: the functions are gone, and come back under other OIDs with another key.
session_value($session, 'DROP EXTENSION keyset_page');
is(session_sqlstate($session, page_sql($one->{next})), '42883', 'dropped, in the session itself');
is(session_sqlstate($bystander, page_sql($one->{next})), '42883', 'dropped, in another session');
session_value($session, 'CREATE EXTENSION keyset_page');
is(session_sqlstate($session, page_sql($one->{next})), 'KP002', 'created again: the old key is gone');
is(session_sqlstate($bystander, page_sql($one->{next})), 'KP002', 'in the other session too');
my $again = session_page($session, undef);
is_deeply(session_page($bystander, $again->{next})->{ids}, [ @$order[ 7 .. 13 ] ], 'new cursors open everywhere');

# In one transaction, rolled back: nothing happened.
session_value($session, 'BEGIN');
session_value($session, 'DROP EXTENSION keyset_page');
session_value($session, 'CREATE EXTENSION keyset_page');
is(session_sqlstate($session, 'SAVEPOINT s; ' . page_sql($again->{next})), 'KP002', 'inside: another key');
session_value($session, 'ROLLBACK');
is_deeply(session_page($session, $again->{next})->{ids}, [ @$order[ 7 .. 13 ] ], 'rolled back: the key is there again');

# In a schema of its own, off the search path.
session_value($session, 'DROP EXTENSION keyset_page; CREATE SCHEMA kp; CREATE EXTENSION keyset_page SCHEMA kp');
is(session_sqlstate($session, page_sql(undef)), '42883', 'not found without its schema');
my $there = session_page($session, undef, schema => 'kp');
is_deeply($there->{ids}, [ @$order[ 0 .. 6 ] ], 'found with it');
is_deeply(session_page($bystander, $there->{next}, schema => 'kp')->{ids}, [ @$order[ 7 .. 13 ] ], 'by the other session too');
is(session_value($session, 'SELECT count(*) FROM kp.keyset_keys'), '1', 'its view is there');
like(session_value($session, 'SELECT kp.keyset_rotate_key()'), qr/^\d+$/, 'its key functions too');
is_deeply(session_page($bystander, $there->{next}, schema => 'kp')->{ids}, [ @$order[ 7 .. 13 ] ], 'and the old cursor still opens');

# Dropped, or made anew, while a page waits for its table.
for my $ending ('DROP EXTENSION keyset_page', 'DROP EXTENSION keyset_page; CREATE EXTENSION keyset_page SCHEMA kp') {
	for my $limit (3, 1000) {
		my $other = $node->background_psql('postgres', on_error_stop => 0);
		session_value($other, 'BEGIN; LOCK TABLE items IN ACCESS EXCLUSIVE MODE');
		my $waiting = $node->background_psql('postgres', on_error_stop => 0);
		$waiting->query_until(qr/start/, "\\set VERBOSITY sqlstate\n\\echo start\nSELECT order_by FROM kp.keyset_page('items', 'id', NULL, $limit);\n");
		$node->poll_query_until('postgres', "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
		session_value($other, "$ending; COMMIT");
		$waiting->query('SELECT 1');
		like($waiting->{stderr}, qr/ERROR:  (?:40001|55000|KP002)/, "limit $limit, $ending meanwhile: a named refusal");
		$waiting->quit;
		$other->quit;
		session_value($session, 'DROP EXTENSION IF EXISTS keyset_page; CREATE EXTENSION keyset_page SCHEMA kp');
	}
}
$there = session_page($session, undef, schema => 'kp');

# A table of the same name in front of it is not taken for its own.
session_value($session, 'CREATE TEMP TABLE keyset_signing_key (LIKE kp.keyset_signing_key)');
is_deeply(session_page($session, $there->{next}, schema => 'kp')->{ids}, [ @$order[ 7 .. 13 ] ], 'a temporary table of that name changes nothing');

is(session_sqlstate($session, 'ALTER EXTENSION keyset_page SET SCHEMA public'), '0A000', 'not relocatable');
is(session_sqlstate($session, 'CREATE EXTENSION keyset_page SCHEMA public'), '42710', 'once in a database');

# Two databases, two schemas, one server.
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE SCHEMA "Odd Schema"; CREATE EXTENSION keyset_page SCHEMA "Odd Schema"');
make_items($node, 'other');
is_deeply(rest($node, undef, db => 'other', schema => '"Odd Schema"'), $order, 'a schema whose name wants quotes');

# The schema goes, the extension with it.
is(session_sqlstate($session, 'DROP SCHEMA kp'), '2BP01', 'the schema is needed');
session_value($session, 'DROP SCHEMA kp CASCADE');
is(session_sqlstate($session, page_sql(undef, schema => 'kp')), '3F000', 'gone');
session_value($session, 'CREATE EXTENSION keyset_page');
is_deeply(session_page($session, undef)->{ids}, [ @$order[ 0 .. 6 ] ], 'and back again');
is_deeply(session_page($bystander, undef)->{ids}, [ @$order[ 0 .. 6 ] ], 'in both sessions');

# DISCARD ALL throws away plans, not the session.
my $page = session_page($session, undef);
session_value($session, 'DISCARD ALL');
is_deeply(session_page($session, $page->{next})->{ids}, [ @$order[ 7 .. 13 ] ], 'after DISCARD ALL');

$session->quit;
$bystander->quit;
$node->stop;
done_testing();
