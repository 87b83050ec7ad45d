# Two databases have two keys: the cursor of one is refused by the other with KP002, whatever else fits.
use strict;
use warnings;
use KeysetPage;
use Test::More;

my $node = new_server('two');
$node->safe_psql('postgres', 'CREATE DATABASE left_db');
$node->safe_psql('postgres', 'CREATE DATABASE right_db');
my %order;
my %key;
for my $db (qw(left_db right_db))
{
	$node->safe_psql($db, 'CREATE EXTENSION keyset_page');
	$order{$db} = make_items($node, $db);
	$key{$db} = $node->safe_psql($db, 'SELECT key_id FROM keyset_keys');
	cmp_ok($key{$db}, '>', 0, 'key id above 0');
	cmp_ok($key{$db}, '<', 2**31, 'key id below 2^31');
}
isnt($key{left_db}, $key{right_db}, 'two ids');

my $left = page($node, undef, db => 'left_db');
my $right = page($node, undef, db => 'right_db');
is(sqlstate($node, page_sql($left->{next}), db => 'right_db'), 'KP002', 'left in right');
is(sqlstate($node, page_sql($right->{next}), db => 'left_db'), 'KP002', 'right in left');
my ($state, $text) = said($node, page_sql($left->{next}), db => 'right_db');
like($text, qr/DETAIL:/, 'a detail');
like($text, qr/HINT:/, 'a hint');
is(sqlstate($node, 'SELECT * FROM keyset_cursor_decode(' . literal($left->{next}) . ')', db => 'right_db'), 'KP002', 'decode refuses too');

# A database copied as a template has the same keys: the cursors of one are the other's.
$node->safe_psql('postgres', 'CREATE DATABASE left_copy TEMPLATE left_db');
is_deeply(rest($node, $left->{next}, db => 'left_copy'), [ @{ $order{left_db} }[ 7 .. 39 ] ], 'a template copy opens them');
# Until it rotates and retires.
$node->safe_psql('left_copy', "SELECT keyset_rotate_key(); SELECT keyset_retire_key($key{left_db})");
is(sqlstate($node, page_sql($left->{next}), db => 'left_copy'), 'KP002', 'not after it retired the key');
is_deeply(rest($node, $left->{next}, db => 'left_db'), [ @{ $order{left_db} }[ 7 .. 39 ] ], 'the original is not concerned');

# One signed with the other's key, once it is imported.
my $secret = $node->safe_psql('left_db', "SELECT keyset_export_key($key{left_db})");
$node->safe_psql('right_db', "SELECT keyset_import_key($key{left_db}, '$secret')");
is_deeply(rest($node, $left->{next}, db => 'right_db'), [ @{ $order{right_db} }[ 7 .. 39 ] ], 'opens with the imported key');

$node->stop;
done_testing();
