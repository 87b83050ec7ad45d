# Tables partitioned over two other servers by postgres_fdw, paged through a coordinator: ordering and ranges
# are the shards' work, passed shards are not asked, and no page ships more than shards x (limit + 1) rows.
use strict;
use warnings;
use KeysetPage;
use List::Util qw(max sum);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $coordinator = new_server('coordinator');
# What a shard was asked, and how many rows it gave, is read in its log.
my %shard = map {
	$_ => new_server("shard_$_", conf => <<'CONF')
shared_preload_libraries = auto_explain
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_timing = off
log_statement = all
CONF
} qw(a b);

sub on_all { my ($sql) = @_; $_->safe_psql('postgres', $sql) for $coordinator, values %shard; return; }

# --- two tables: one on both shards by region, one by time, the earlier half on shard a --------------------

my $per_shard = 700;
my $incidents = 'incidents (id bigint NOT NULL, region int NOT NULL, severity int, updated_at timestamptz NOT NULL, title text COLLATE "C")';
my $events = 'events (at timestamptz NOT NULL, id bigint NOT NULL, body text)';
for my $name (sort keys %shard)
{
	my $region = $name eq 'a' ? 0 : 1;
	$shard{$name}->safe_psql('postgres', qq{
		CREATE TABLE $incidents;
		INSERT INTO incidents SELECT n, $region, nullif(n % 7, 3), timestamptz '2026-03-09 00:00+00' + n / 40 * interval '1 s',
			CASE WHEN n % 5 > 0 THEN chr(65 + n % 26) || chr(97 + n % 11) END FROM generate_series(1 + $region, 2 * $per_shard, 2) n;
		ALTER TABLE incidents ADD PRIMARY KEY (id);
		CREATE INDEX ON incidents (updated_at DESC, id DESC);
		CREATE INDEX ON incidents (severity DESC NULLS LAST, id DESC);
		CREATE INDEX ON incidents (severity NULLS FIRST, updated_at DESC, id);
		CREATE INDEX ON incidents (title, id);
		CREATE TABLE $events;
		INSERT INTO events SELECT timestamptz '2026-03-09 00:00+00' + n / 3 * interval '1 s', n, 'event ' || n
			FROM generate_series($region * 300, $region * 300 + 299) n;
		ALTER TABLE events ADD PRIMARY KEY (at, id);
		VACUUM ANALYZE incidents, events;
	});
	my ($host, $port) = ($shard{$name}->host, $shard{$name}->port);
	$coordinator->safe_psql('postgres', qq{
		CREATE EXTENSION IF NOT EXISTS postgres_fdw;
		CREATE SERVER $name FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname 'postgres', fetch_size '25');
		CREATE USER MAPPING FOR CURRENT_USER SERVER $name;
	});
}
$coordinator->safe_psql('postgres', qq{
	CREATE TABLE $incidents PARTITION BY LIST (region);
	CREATE FOREIGN TABLE incidents_a PARTITION OF incidents FOR VALUES IN (0) SERVER a OPTIONS (table_name 'incidents');
	CREATE FOREIGN TABLE incidents_b PARTITION OF incidents FOR VALUES IN (1) SERVER b OPTIONS (table_name 'incidents');
	CREATE TABLE $events PARTITION BY RANGE (at);
	CREATE FOREIGN TABLE events_a PARTITION OF events FOR VALUES FROM (MINVALUE) TO ('2026-03-09 00:01:40+00') SERVER a OPTIONS (table_name 'events');
	CREATE FOREIGN TABLE events_b PARTITION OF events FOR VALUES FROM ('2026-03-09 00:01:40+00') TO (MAXVALUE) SERVER b OPTIONS (table_name 'events');
	CREATE FOREIGN TABLE only_a (id bigint NOT NULL, region int NOT NULL, severity int, updated_at timestamptz NOT NULL) SERVER a OPTIONS (table_name 'incidents');
});

sub wanted
{
	my ($table, $order, $where) = @_;
	return [ split / /, $coordinator->safe_psql('postgres',
		"SELECT string_agg(id::text, ' ' ORDER BY $order) FROM $table WHERE " . ($where || 'true')) ];
}

# --- what the shards were asked ------------------------------------------------------------------------------

my %read_to;
sub watch { $read_to{$_} = -s $shard{$_}->logfile for keys %shard; return; }

# Since watch: for each shard the statements, the fetches and the rows it gave.
sub asked
{
	my %asked;
	for my $name (keys %shard)
	{
		my $log = slurp_file($shard{$name}->logfile, $read_to{$name});
		my %one = (fetches => 0, rows => 0, statements => []);
		$one{fetches}++ while $log =~ /statement: FETCH \d+ FROM c\d+$/mg;
		push @{ $one{statements} }, $1 =~ s/\s+/ /gr while $log =~ /execute <unnamed>: DECLARE c\d+ CURSOR FOR\n\t(.*?)\n(?!\t)/sg;
		$one{rows} += $1 while $log =~ /Query Text: DECLARE c\d+ CURSOR FOR\n(?:\t.*\n)*?\t.*\(actual rows=(\d+)/g;
		$asked{$name} = \%one;
	}
	return \%asked;
}
sub rows_of { my ($asked) = @_; return $asked->{a}{rows} + $asked->{b}{rows}; }

my $session = $coordinator->background_psql('postgres', on_error_stop => 0);
session_value($session, 'SET keyset_page.require_index = error');

# Walks forward and back; what the shards were asked for each page goes into @$shipped.
sub watched_walk
{
	my ($shipped, %how) = @_;
	my (@forth, @back, $page, $cursor);
	my $read = sub {
		watch();
		$page = session_page($session, $cursor, %how);
		push @$shipped, asked();
	};
	do
	{
		$read->();
		push @forth, @{ $page->{ids} };
		$cursor = $page->{next};
	} while (defined $cursor);
	@back = reverse @{ $page->{ids} };
	while (defined($cursor = $page->{prev}))
	{
		$read->();
		push @back, reverse @{ $page->{ids} };
	}
	return (\@forth, [ reverse @back ]);
}

my @orders = (
	'updated_at DESC, id DESC',
	'severity DESC NULLS LAST, id DESC',
	'severity NULLS FIRST, updated_at DESC, id',
	'title, id',
	'id');

# --- the right rows, whatever the page size -----------------------------------------------------------------

# The ids of all pages forward, and of all pages back from the last one.
$coordinator->safe_psql('postgres', q{
	CREATE FUNCTION walk(order_spec text, size int) RETURNS SETOF text LANGUAGE plpgsql AS $$
	DECLARE
		page record;
		place text;
		forth text[] := '{}';
		back text[];
	BEGIN
		LOOP
			SELECT * INTO page FROM keyset_page('incidents', order_spec, place, size, 'id BETWEEN $1 AND $2', '{900,1000}');
			forth := forth || ARRAY(SELECT i ->> 'id' FROM json_array_elements(page.items) WITH ORDINALITY e (i, n) ORDER BY n);
			place := page.next_cursor;
			EXIT WHEN place IS NULL;
		END LOOP;
		back := ARRAY(SELECT i ->> 'id' FROM json_array_elements(page.items) WITH ORDINALITY e (i, n) ORDER BY n);
		WHILE page.prev_cursor IS NOT NULL LOOP
			SELECT * INTO page FROM keyset_page('incidents', order_spec, page.prev_cursor, size, 'id BETWEEN $1 AND $2', '{900,1000}');
			back := ARRAY(SELECT i ->> 'id' FROM json_array_elements(page.items) WITH ORDINALITY e (i, n) ORDER BY n) || back;
		END LOOP;
		RETURN NEXT array_to_string(forth, ' ');
		RETURN NEXT array_to_string(back, ' ');
	END $$;
});
for my $order (@orders)
{
	my $rows = join ' ', @{ wanted('incidents', $order, 'id BETWEEN 900 AND 1000') };
	for my $size (1, 2, 3, 7)
	{
		my ($forth, $back) = split /\n/, session_value($session, sprintf 'SELECT walk(%s, %d)', literal($order), $size);
		is($forth, $rows, "by $order, pages of $size");
		is($back, $rows, "by $order, pages of $size, back");
	}
}

# --- what is shipped ------------------------------------------------------------------------------------------

my $limit = 50;
for my $order (@orders)
{
	my $rows = wanted('incidents', $order);
	my @shipped;
	my ($forth, $back) = watched_walk(\@shipped, relation => 'incidents', order => $order, limit => $limit);
	is_deeply($forth, $rows, "by $order, pages of $limit");
	is_deeply($back, $rows, "by $order, pages of $limit, back");
	my $most = max map { rows_of($_) } @shipped;
	my $fetches = max map { $_->{a}{fetches} + $_->{b}{fetches} } @shipped;
	cmp_ok($most, '<=', 2 * ($limit + 1), "by $order: at most shards x (limit + 1) rows a page");
	note sprintf 'by %s: at most %d rows in %d fetches a page, %.1f rows on average', $order, $most, $fetches,
	  sum(map { rows_of($_) } @shipped) / @shipped;
	my @statements = map { @{ $_->{a}{statements} }, @{ $_->{b}{statements} } } @shipped;
	cmp_ok(scalar @statements, '>', scalar @shipped, "by $order: both shards were asked");
	is(scalar(grep { !/ ORDER BY / } @statements), 0, "by $order: the shards order");
	my $first_pages = grep { !/ WHERE / } @statements;
	is($first_pages, 2, "by $order: the shards apply the ranges, but on page one");
}

# fetch_size is what postgres_fdw asks for at once: half the limit, spread over two shards, is enough.
for my $size (100, 51, 25, 10)
{
	$coordinator->safe_psql('postgres', "ALTER SERVER $_ OPTIONS (SET fetch_size '$size')") for sort keys %shard;
	my @shipped;
	watched_walk(\@shipped, relation => 'incidents', order => 'severity NULLS FIRST, updated_at DESC, id', limit => $limit);
	my $most = max map { rows_of($_) } @shipped;
	my $fetches = max map { $_->{a}{fetches} + $_->{b}{fetches} } @shipped;
	note "fetch_size $size: at most $most rows in $fetches fetches a page";
	cmp_ok($most, '<=', $limit + 2 + 2 * $size, "fetch_size $size: at most limit + 2 + shards x fetch_size rows");
}
$coordinator->safe_psql('postgres', "ALTER SERVER $_ OPTIONS (SET fetch_size '25')") for sort keys %shard;

# --- a shard that is passed is not asked --------------------------------------------------------------------

my $rows = wanted('events', 'at, id');
my (@forth, $page, $cursor, %asked_at);
do
{
	watch();
	$page = session_page($session, $cursor, relation => 'events', order => 'at, id', limit => 20);
	my $asked = asked();
	$asked_at{$_}[ scalar @forth ] = @{ $asked->{$_}{statements} } for qw(a b);
	push @forth, @{ $page->{ids} };
	$cursor = $page->{next};
} while (defined $cursor);
is_deeply(\@forth, $rows, 'events in order');
is(scalar(grep { $_ } @{ $asked_at{a} }[ 301 .. $#forth ]), 0, 'shard a is not asked once it is passed');
cmp_ok(scalar(grep { $_ } @{ $asked_at{b} }[ 301 .. $#forth ]), '>=', 14, 'shard b is');
my $back_from = session_page($session, undef, relation => 'events', order => 'at DESC, id DESC', limit => 20)->{next};
watch();
session_page($session, $back_from, relation => 'events', order => 'at DESC, id DESC', limit => 20);
cmp_ok(scalar @{ asked()->{b}{statements} }, '>', 0, 'in the other direction shard b comes first');

# --- one foreign table: the limit is shipped too -------------------------------------------------------------

$page = session_page($session, undef, relation => 'only_a', order => 'updated_at DESC, id DESC', limit => $limit);
watch();
$page = session_page($session, $page->{next}, relation => 'only_a', order => 'updated_at DESC, id DESC', limit => $limit);
my $asked = asked()->{a};
is(scalar(grep { !/ WHERE .* ORDER BY / } @{ $asked->{statements} }), 0, 'one foreign table: ranges and ordering are shipped');
# Within a tie that is estimated smaller than the page the planner sees nothing to gain by a remote LIMIT.
cmp_ok(scalar(grep { / LIMIT / } @{ $asked->{statements} }), '>', 0, 'one foreign table: so is the limit');
cmp_ok($asked->{rows}, '<=', $limit + 2, 'one foreign table: no row too many');

# --- the plan says so ----------------------------------------------------------------------------------------

for my $order (@orders)
{
	my ($backed, $nodes) = split /\|/, session_value($session, sprintf q{
		SELECT index_backed, (SELECT string_agg(DISTINCT node #>> '{}', ', ')
			FROM jsonb_path_query(plans::jsonb, '$.**."Node Type"') node)
		FROM keyset_explain('incidents', %s)}, literal($order));
	is($backed, 't', "by $order: keyset_explain finds nothing wanting");
	like($nodes, qr/Foreign Scan.*Merge Append/, "by $order: the shards' rows are merged");
}
my ($backed, $advice) = split /\|/, session_value($session, q{
	SELECT index_backed, advice FROM keyset_explain('incidents', 'title COLLATE "POSIX", id')}), 2;
is($backed, 'f', 'a collation that is not the column\'s is not shipped');
like($advice, qr/foreign server/, 'and the advice says why');
is(session_sqlstate($session, page_sql(undef, relation => 'incidents', order => 'title COLLATE "POSIX", id')), 'KP009', 'and require_index = error refuses it');

# --- ties, where no unique key can be proven ------------------------------------------------------------------

is(session_sqlstate($session, page_sql(undef, relation => 'incidents', order => 'severity')), 'KP008', 'a tie at the boundary of a page is refused');

# --- one key for all -------------------------------------------------------------------------------------------

my %by = (relation => 'incidents', order => 'updated_at DESC, id DESC', limit => $limit);
my $one = page($coordinator, undef, %by);
my $own = page($shard{b}, undef, %by);
is(sqlstate($shard{a}, page_sql($one->{next}, %by)), 'KP002', 'each server signs with a key of its own');
is(sqlstate($coordinator, page_sql($own->{next}, %by)), 'KP002', 'and refuses the others');
my ($key, $secret) = split /\|/, $coordinator->safe_psql('postgres', q{SELECT key_id, keyset_export_key(key_id) FROM keyset_keys WHERE status = 'active'});
$_->safe_psql('postgres', "SELECT keyset_import_key($key, '$secret', true)") for values %shard;

my $two = page($coordinator, $one->{next}, %by);
for my $name (sort keys %shard)
{
	# The coordinator's position, on a shard: the rows of that shard after it.
	my $last = $one->{ids}[-1];
	my $rest = [ split / /, $shard{$name}->safe_psql('postgres', qq{SELECT string_agg(id::text, ' ' ORDER BY updated_at DESC, id DESC) FROM incidents
		WHERE (updated_at, id) < (timestamptz '2026-03-09 00:00+00' + $last / 40 * interval '1 s', $last)}) ];
	is_deeply(rest($shard{$name}, $one->{next}, %by), $rest, "the coordinator's cursor opens on shard $name");
	my $direct = page($shard{$name}, undef, %by);
	my @after = grep { $_ < $direct->{ids}[-1] } @{ wanted('incidents', 'updated_at DESC, id DESC') };
	is_deeply(page($coordinator, $direct->{next}, %by)->{ids}, [ @after[ 0 .. $limit - 1 ] ], "the cursor of shard $name opens on the coordinator");
}

# --- while rows come and go, and while a shard is down ----------------------------------------------------------

my $last = $one->{ids}[-1];
$shard{$last % 2 ? 'a' : 'b'}->safe_psql('postgres', "DELETE FROM incidents WHERE id = $last");
watch();
is_deeply(session_page($session, $one->{next}, %by)->{ids}, $two->{ids}, 'the row of the cursor is deleted on its shard');
note 'the page after a deleted row: ' . rows_of(asked()) . ' rows';
$shard{b}->safe_psql('postgres', "UPDATE incidents SET updated_at = '2027-01-01' WHERE id = 1000");
is(page($coordinator, undef, %by)->{ids}[0], 1000, 'a row that was moved on its shard comes first');

$shard{b}->stop;
isnt(session_sqlstate($session, page_sql($one->{next}, %by)), '', 'a shard is down: an error, not half a page');
$shard{b}->start;
is_deeply(session_page($session, $one->{next}, %by)->{ids}, $two->{ids}, 'it is back: the same cursor, the same page');

$session->quit;
$_->stop for $coordinator, values %shard;
done_testing();
