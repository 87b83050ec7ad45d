# DBD::Pg: ? placeholders, also beside a $1 that stands in quotes; a reference to an array is an array.
use strict;
use warnings;
use utf8;
use DBI;
use JSON::PP;

binmode STDOUT, ':encoding(UTF-8)';

my $columns = 'id::text AS id, updated_at, amount::text AS amount, label';
my @orders = (
	[ 'updated_at DESC NULLS LAST' ],
	[ 'amount ASC NULLS FIRST, label DESC, id' ],
	[ 'label, id', 'state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)',
		[ 'open', 'it\'s "quoted" {a,b} \\ 🚀', '-1.5' ] ]);

my $db = DBI->connect('dbi:Pg:', '', '', { RaiseError => 1, PrintError => 0 });
$db->{pg_server_prepare} = 0 if $ENV{POOLED}; # behind PgBouncer: prepare nothing
my $page = $db->prepare('SELECT items, next_cursor, prev_cursor FROM keyset_page(?, ?, ?, ?, ?, ?, ?)');
my $rows = $db->prepare('SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
	FROM keyset_rows(NULL::"Work items", ?, ?, ?, ?, ?, ?)');

sub page
{
	my ($order, $cursor, $filter, $args) = @_;
	$page->execute('"Work items"', $order, $cursor, 7, $filter, $args, $columns);
	my ($items, $next, $prev) = @{ $page->fetchall_arrayref->[0] };
	return (JSON::PP->new->decode($items), $next, $prev);
}

sub rows
{
	my ($order, $cursor, $filter, $args, $backward) = @_;
	$rows->execute($order, $cursor, 7, $filter, $args, $backward);
	return @{ $rows->fetchall_arrayref };
}

sub line { print join(' | ', map { $_ // '~' } @_), "\n"; }

for my $walk (1 .. @orders)
{
	my ($order, @filter) = @{ $orders[ $walk - 1 ] };
	my ($n, $items, $after, $before, $cursor) = (0);
	do
	{
		($items, $after, $before) = page($order, $after, @filter[ 0, 1 ]);
		$n++;
		line("$walk forward $n", @$_{qw(id updated_at amount label)}) for @$items;
	} while (defined $after);
	for ($n = 1; defined $before; $n++)
	{
		($items, undef, $before) = page($order, $before, @filter[ 0, 1 ]);
		line("$walk back $n", @$_{qw(id updated_at amount label)}) for @$items;
	}
	for (my ($n, $more) = (1, 1); $more; $n++)
	{
		my @found = rows($order, $cursor, @filter[ 0, 1 ], 0);
		line("$walk rows $n", @$_[ 0 .. 3 ]) for @found;
		($cursor, $more) = @{ $found[-1] }[ 4, 5 ];
	}
	for (my ($n, $more) = (1, 1); $more; $n++)
	{
		my @found = rows($order, $cursor, @filter[ 0, 1 ], 1);
		line("$walk rows back $n", @$_[ 0 .. 3 ]) for @found;
		($cursor, $more) = @{ $found[0] }[ 4, 5 ];
	}
}

eval { page('id', 'not-a-cursor'); 1 } or print 'error ', $db->state, "\n";
my (undef, $after) = page('id', undef, 'state = $1', ['open']);
eval { page('id', $after, 'state = $1', ['closed']); 1 } or print 'error ', $db->state, "\n";
my ($items) = page('id');
line('after the errors', $items->[0]{id});
$db->disconnect;
