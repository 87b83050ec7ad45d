# A cursor outlives the server's restart, orderly or not: keys are rows of a table, and the position is
# in the cursor.
use strict;
use warnings;
use KeysetPage;
use Test::More;

my $node = new_server('restart');
my $order = make_items($node);

my $one = page($node, undef);
my $two = page($node, $one->{next});
is_deeply([ @{ $one->{ids} }, @{ $two->{ids} } ], [ @$order[ 0 .. 13 ] ], 'two pages in order');

$node->restart;
is_deeply(rest($node, $two->{next}), [ @$order[ 14 .. 39 ] ], 'the walk goes on after a restart');
is_deeply(page($node, $two->{prev})->{ids}, $one->{ids}, 'and back');

my $three = page($node, $two->{next});
$node->stop('immediate');
$node->start;
is_deeply(rest($node, $three->{next}), [ @$order[ 21 .. 39 ] ], 'the walk goes on after recovery');

# Settings that act when a cursor is minted bind nothing afterwards.
$node->safe_psql('postgres', q{LOAD 'keyset_page'; ALTER SYSTEM SET keyset_page.encrypt_cursors = on});
$node->restart;
my $hidden = page($node, undef);
isnt($hidden->{next}, undef, 'a page under encrypt_cursors');
is_deeply(page($node, $three->{next})->{ids}, [ @$order[ 21 .. 27 ] ], 'a plain cursor opens under encrypt_cursors');
$node->safe_psql('postgres', q{LOAD 'keyset_page'; ALTER SYSTEM RESET keyset_page.encrypt_cursors});
$node->restart;
is_deeply(rest($node, $hidden->{next}), [ @$order[ 7 .. 39 ] ], 'an encrypted cursor opens without the setting');

# An expiry is kept in the cursor, too.
my $brief = page($node, undef, before => q{SET keyset_page.cursor_ttl = '1s'; });
my $long = page($node, undef, before => q{SET keyset_page.cursor_ttl = '1h'; });
$node->restart;
sleep 2;
is(sqlstate($node, page_sql($brief->{next})), 'KP003', 'expired over a restart');
is(sqlstate($node, page_sql($long->{next})), '', 'not yet expired');

$node->stop;
done_testing();
