# What the TAP tests share: a server with the extension, pages read through it, and the codes of
# refusals.
package KeysetPage;

use strict;
use warnings;

use Exporter 'import';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(new_server make_items page page_sql rest sqlstate said session_page session_sqlstate
  session_value literal wait_until);

# A started server; its database postgres has the extension. %how: streaming, conf.
sub new_server
{
	my ($name, %how) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(allows_streaming => $how{streaming} ? 1 : 0);
	$node->append_conf('postgresql.conf', "max_connections = 30\nshared_buffers = 32MB\n" . ($how{conf} || ''));
	$node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION keyset_page') unless $how{no_extension};
	return $node;
}

# 40 rows with ties and NULLs; by "score, id" they come in the order that ids_in_order gives.
sub make_items
{
	my ($node, $db) = @_;
	$node->safe_psql($db || 'postgres', q{
		CREATE TABLE items (id bigint PRIMARY KEY, score int, body text);
		INSERT INTO items SELECT n, nullif(n % 7, 3), 'body ' || n FROM generate_series(1, 40) n;
		CREATE INDEX ON items (score, id);
	});
	return [ split / /, $node->safe_psql($db || 'postgres', q{SELECT string_agg(id::text, ' ' ORDER BY score, id) FROM items}) ];
}

sub literal { my ($text) = @_; return 'NULL' unless defined $text; $text =~ s/'/''/g; return "'$text'"; }

# A statement that gives one page as a line "ids|next|prev". %how: order, limit, relation, function schema.
sub page_sql
{
	my ($cursor, %how) = @_;
	my $order = literal(exists $how{order} ? $how{order} : 'score');
	my $relation = literal($how{relation} || 'items');
	my $limit = $how{limit} || 7;
	my $function = ($how{schema} ? "$how{schema}." : '') . 'keyset_page';
	my $more = $how{more} ? ", $how{more}" : '';
	return 'SELECT (SELECT string_agg(i->>\'id\', \' \') FROM json_array_elements(items) i), next_cursor, prev_cursor'
	  . " FROM $function($relation, $order, " . literal($cursor) . ", $limit$more)";
}

sub as_page
{
	my ($line) = @_;
	my ($ids, $next, $prev) = split /\|/, $line, -1;
	return {
		ids => [ split / /, $ids ],
		next => (defined $next && $next ne '') ? $next : undef,
		prev => (defined $prev && $prev ne '') ? $prev : undef };
}

# One page, in a connection of its own.
sub page
{
	my ($node, $cursor, %how) = @_;
	return as_page($node->safe_psql($how{db} || 'postgres', ($how{before} || '') . page_sql($cursor, %how)));
}

# The ids of all pages from a cursor on.
sub rest
{
	my ($node, $cursor, %how) = @_;
	my @ids;
	for (1 .. 100)
	{
		my $page = page($node, $cursor, %how);
		push @ids, @{ $page->{ids} };
		$cursor = $page->{next};
		return \@ids unless defined $cursor;
	}
	die "the walk does not end";
}

# What a statement is refused with: (SQLSTATE, the whole text); ('', '') when it is not.
sub said
{
	my ($node, $sql, %how) = @_;
	my ($rc, $out, $err) = $node->psql($how{db} || 'postgres', $sql, extra_params => [ '-v', 'VERBOSITY=verbose' ],
		on_error_stop => 0, on_error_die => 0);
	return ($1, $err) if $err =~ /(?:ERROR|FATAL):  (\w{5}):/;
	return ('', $err);
}

sub sqlstate { my ($state) = said(@_); return $state; }

# The same in a session that background_psql opened (with on_error_stop => 0).
sub session_page
{
	my ($session, $cursor, %how) = @_;
	$session->{stderr} = '';
	my $out = $session->query(page_sql($cursor, %how));
	die "page failed: $session->{stderr}" if $session->{stderr} =~ /ERROR|FATAL/;
	return as_page($out);
}

sub session_sqlstate
{
	my ($session, $sql) = @_;
	$session->{stderr} = '';
	$session->query("\\set VERBOSITY verbose\n$sql");
	return ($session->{stderr} =~ /(?:ERROR|FATAL):  (\w{5}):/) ? $1 : '';
}

sub session_value
{
	my ($session, $sql) = @_;
	$session->{stderr} = '';
	my $out = $session->query($sql);
	die "query failed: $session->{stderr}" if $session->{stderr} =~ /ERROR|FATAL/;
	return $out;
}

# Until a server that went down by itself answers again.
sub wait_until
{
	my ($node, $sql) = @_;
	my ($out, $err);
	for (1 .. 10 * $PostgreSQL::Test::Utils::timeout_default)
	{
		my $rc = $node->psql('postgres', $sql, stdout => \$out, stderr => \$err, on_error_stop => 0);
		return $out if defined $rc && $rc == 0 && $out ne '' && $out ne 'f';
		select undef, undef, undef, 0.1;
	}
	die "the server does not come back: $err";
}

1;
