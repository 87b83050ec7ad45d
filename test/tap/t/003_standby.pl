# A streaming standby opens the primary's cursors and pages in READ ONLY transactions, sees keys rotated
# and retired on the primary, also in sessions that were open before, and goes on after promotion.
use strict;
use warnings;
use KeysetPage;
use PostgreSQL::Test::Cluster;
use Test::More;

my $primary = new_server('primary', streaming => 1);
my $order = make_items($primary);
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;

sub caught_up { $primary->wait_for_catchup($standby, 'replay', $primary->lsn('write')); }

my $one = page($primary, undef);
my $first_key = $primary->safe_psql('postgres', 'SELECT key_id FROM keyset_keys');
caught_up();

is($standby->safe_psql('postgres', 'SELECT pg_is_in_recovery()'), 't', 'a standby');
is_deeply(page($standby, $one->{next})->{ids}, [ @$order[ 7 .. 13 ] ], "the primary's cursor opens on the standby");
is_deeply(rest($standby, $one->{next}), [ @$order[ 7 .. 39 ] ], 'the standby reads to the end');

my $session = $standby->background_psql('postgres', on_error_stop => 0);
session_value($session, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
my $two = session_page($session, $one->{next});
is_deeply($two->{ids}, [ @$order[ 7 .. 13 ] ], 'in a READ ONLY transaction');
session_value($session, 'COMMIT');
is_deeply(page($primary, $two->{next})->{ids}, [ @$order[ 14 .. 20 ] ], "the standby's cursor opens on the primary");
is_deeply(session_page($session, $two->{prev})->{ids}, $one->{ids}, 'back on the standby');

is(sqlstate($standby, 'SELECT keyset_rotate_key()'), '25006', 'no rotation on a standby');
is(sqlstate($standby, "SELECT keyset_retire_key($first_key)"), '25006', 'no retirement on a standby');

# Rotated on the primary: the open session on the standby signs with the new key at once.
my $second_key = $primary->safe_psql('postgres', 'SELECT keyset_rotate_key()');
caught_up();
my $signed = session_page($session, $one->{next});
is(session_value($session, 'SELECT key_id FROM keyset_cursor_decode(' . literal($signed->{next}) . ')'),
	$second_key, 'the open session on the standby signs with the new key');
is_deeply(session_page($session, $two->{next})->{ids}, [ @$order[ 14 .. 20 ] ], 'and still opens what the old key signed');

# Retired on the primary: refused on the standby, by the open session too.
$primary->safe_psql('postgres', "SELECT keyset_retire_key($first_key)");
caught_up();
is(session_sqlstate($session, page_sql($one->{next})), 'KP002', 'retired: refused by the open session on the standby');
is(sqlstate($standby, page_sql($one->{next})), 'KP002', 'retired: refused by a new session on the standby');
is(sqlstate($primary, page_sql($one->{next})), 'KP002', 'retired: refused on the primary');
is_deeply(session_page($session, $signed->{next})->{ids}, [ @$order[ 14 .. 20 ] ], 'the new key goes on');

# DDL replayed under a session that holds plans.
$primary->safe_psql('postgres', 'ALTER TABLE items ADD COLUMN extra int DEFAULT 7; CREATE INDEX ON items (score DESC, id DESC)');
caught_up();
is_deeply(session_page($session, $signed->{next})->{ids}, [ @$order[ 14 .. 20 ] ], 'after replayed DDL');

# Promotion: the cursors of before open, and the new primary makes keys of its own.
$primary->stop;
$standby->promote;
$standby->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()');
is_deeply(rest($standby, $signed->{next}), [ @$order[ 14 .. 39 ] ], 'after promotion');
is_deeply(session_page($session, $signed->{next})->{ids}, [ @$order[ 14 .. 20 ] ], 'after promotion in the open session');
like($standby->safe_psql('postgres', 'SELECT keyset_rotate_key()'), qr/^\d+$/, 'the promoted server rotates');
is_deeply(rest($standby, $signed->{next}), [ @$order[ 14 .. 39 ] ], 'and goes on opening');

$session->quit;
$standby->stop;
done_testing();
