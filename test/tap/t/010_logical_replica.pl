# A logical replica has keys of its own: its publisher's cursors are refused until the key is imported, then
# they go on there, with other columns beside the published ones, and after the publisher is gone.
use strict;
use warnings;
use KeysetPage;
use PostgreSQL::Test::Cluster;
use Test::More;

my $publisher = new_server('publisher', conf => "wal_level = logical\nmax_wal_senders = 5\n");
my $order = make_items($publisher);
$publisher->safe_psql('postgres', 'CREATE PUBLICATION p FOR TABLE items');

# The same table, its columns in another order and with one of its own.
my $replica = new_server('replica', conf => "wal_level = logical\n");
$replica->safe_psql('postgres', q{
	CREATE TABLE items (seen timestamptz DEFAULT now(), body text, id bigint PRIMARY KEY, score int);
	CREATE INDEX ON items (score, id);
});
$replica->safe_psql('postgres', sprintf 'CREATE SUBSCRIPTION s CONNECTION %s PUBLICATION p', literal($publisher->connstr('postgres')));
sub caught_up
{
	$replica->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_subscription_rel WHERE srsubstate NOT IN ('r', 's')});
	$publisher->wait_for_catchup('s');
}
caught_up();
is($replica->safe_psql('postgres', 'SELECT count(*) FROM items'), 40, 'a replica');

my $one = page($publisher, undef);
my $session = $replica->background_psql('postgres', on_error_stop => 0);
is(session_sqlstate($session, page_sql($one->{next})), 'KP002', "the publisher's cursor is refused: another key");

my ($key, $secret) = split /\|/, $publisher->safe_psql('postgres', 'SELECT key_id, keyset_export_key(key_id) FROM keyset_keys');
$replica->safe_psql('postgres', "SELECT keyset_import_key($key, '$secret')");
my $two = session_page($session, $one->{next});
is_deeply($two->{ids}, [ @$order[ 7 .. 13 ] ], 'imported: the open session goes on from it');
is_deeply(session_page($session, $two->{prev})->{ids}, $one->{ids}, 'and back');
is(sqlstate($publisher, page_sql($two->{next})), 'KP002', "the replica signs with its own key, which the publisher does not have");

$replica->safe_psql('postgres', "SELECT keyset_import_key($key, '$secret', true)");
$two = session_page($session, $one->{next});
is_deeply(page($publisher, $two->{next})->{ids}, [ @$order[ 14 .. 20 ] ], 'activated: pages alternate between both');

for my $setting ('keyset_page.encrypt_cursors = on', 'keyset_page.bind_role = on', "keyset_page.cursor_ttl = '1h'")
{
	my $bound = page($publisher, undef, before => "SET $setting; ");
	is_deeply(page($replica, $bound->{next}, before => "SET $setting; ")->{ids}, [ @$order[ 7 .. 13 ] ], "with $setting");
}
my %filtered = (more => q{filter => 'score < $1', args => '{5}'});
is_deeply(page($replica, page($publisher, undef, %filtered)->{next}, %filtered)->{ids},
	page($publisher, page($publisher, undef, %filtered)->{next}, %filtered)->{ids}, 'with a filter');

# Rows written on the publisher between two pages, on the far side of the cursor and on the near one.
$publisher->safe_psql('postgres', q{INSERT INTO items VALUES (100, 0, 'behind'), (101, 6, 'ahead'); DELETE FROM items WHERE id = 8});
caught_up();
my @rest = grep { $_ != 8 } @$order[ 7 .. 39 ];
is_deeply(rest($replica, $one->{next}), rest($publisher, $one->{next}), 'the same rest on both');
my %left = map { $_ => 1 } @{ rest($replica, $one->{next}) };
is(join(' ', grep { !$left{$_} } @rest), '', 'no row that stayed is missing');
ok($left{101}, 'the row ahead is met');

# A key rotated on the publisher is not replicated: it has to be carried over before it signs.
my $next_key = $publisher->safe_psql('postgres', 'SELECT keyset_rotate_key()');
my $signed = page($publisher, undef);
caught_up();
is(sqlstate($replica, page_sql($signed->{next})), 'KP002', 'a key rotated on the publisher is not on the replica');
my $next_secret = $publisher->safe_psql('postgres', "SELECT keyset_export_key($next_key)");
$replica->safe_psql('postgres', "SELECT keyset_import_key($next_key, '$next_secret', true)");
my $wanted = page($publisher, $signed->{next})->{ids};

# The publisher is gone; the replica takes its place.
$publisher->stop('immediate');
is_deeply(session_page($session, $signed->{next})->{ids}, $wanted, 'the publisher is gone: its readers go on here');
is_deeply(session_page($session, $one->{next})->{ids}, [ @{ rest($replica, $one->{next}) }[ 0 .. 6 ] ], 'also those of the key before');
like($replica->safe_psql('postgres', 'SELECT keyset_rotate_key()'), qr/^\d+$/, 'and it makes keys itself');

$session->quit;
$replica->stop;
done_testing();
