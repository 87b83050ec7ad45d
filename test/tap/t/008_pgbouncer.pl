# PgBouncer in transaction mode: page one and page two are read over different server connections, with
# prepared statements off; what a server connection kept from another client changes nothing.
use strict;
use warnings;
use KeysetPage;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

local $ENV{PATH} = "$ENV{PATH}:/usr/sbin";
my ($bouncer) = grep { -x } map { "$_/pgbouncer" } split /:/, $ENV{PATH};
plan skip_all => 'no pgbouncer here' unless $bouncer;

my $node = new_server('behind');
my $order = make_items($node);
$node->safe_psql('postgres', q{
	CREATE SCHEMA elsewhere;
	CREATE TABLE elsewhere.items (id bigint PRIMARY KEY, score int);
	INSERT INTO elsewhere.items SELECT n, 0 FROM generate_series(1001, 1040) n;
});

# The bouncer has a socket of its own in the server's folder of sockets; it listens on no port.
my $port = PostgreSQL::Test::Cluster::get_free_port();
my $dir = "$PostgreSQL::Test::Utils::tmp_check/pgbouncer";
mkdir $dir or die "$dir: $!";
append_to_file("$dir/users", sprintf("\"%s\" \"\"\n", $node->safe_psql('postgres', 'SELECT current_user')));
append_to_file("$dir/ini", sprintf(<<'INI', $node->host, $node->port, $node->host, $port, $dir, $dir, $dir));
[databases]
postgres = host=%s port=%s dbname=postgres
[pgbouncer]
unix_socket_dir = %s
listen_addr =
listen_port = %s
auth_type = trust
auth_file = %s/users
logfile = %s/log
pidfile = %s/pid
pool_mode = transaction
default_pool_size = 3
max_client_conn = 50
server_reset_query =
INI
system_or_bail($bouncer, '-d', '-q', "$dir/ini");
for (1 .. 100) { last if -s "$dir/pid"; select undef, undef, undef, 0.1; }

sub stop_bouncer
{
	chomp(my $pid = -e "$dir/pid" ? slurp_file("$dir/pid") : '');
	kill 'TERM', $pid if $pid =~ /^\d+$/;
}
END { stop_bouncer() if defined $dir }

my $connstr = sprintf 'host=%s port=%s dbname=postgres', $node->host, $port;

sub client
{
	return $node->background_psql('postgres', on_error_stop => 0, extra_params => [ '-d', $connstr ]); # the last -d counts
}
sub backend { return session_value($_[0], 'SELECT pg_backend_pid()'); }

my $reader = client();
my $other = client();

# A page over the only free connection, which the other client holds while the next page is read.
sub over_another
{
	my ($cursor, %how) = @_;
	session_value($other, 'BEGIN');
	my $held = backend($other);
	session_value($reader, 'BEGIN');
	my $mine = backend($reader);
	my $page = session_page($reader, $cursor, %how);
	session_value($_, 'COMMIT') for $reader, $other;
	return ($page, $held, $mine);
}

session_value($reader, 'BEGIN');
my $first = backend($reader);
my $page = session_page($reader, undef);
session_value($reader, 'COMMIT');
my @ids = @{ $page->{ids} };
my %seen = ($first => 1);
my ($held, $mine);
($page, $held, $mine) = over_another($page->{next});
is($held, $first, 'the connection of page one is taken by another client');
isnt($mine, $first, 'page two comes over another connection');
push @ids, @{ $page->{ids} };
while (defined $page->{next})
{
	($page, $held, $mine) = over_another($page->{next});
	$seen{$mine} = 1;
	push @ids, @{ $page->{ids} };
}
is_deeply(\@ids, $order, 'all rows, in order');
my @back = reverse @{ $page->{ids} };
while (defined $page->{prev})
{
	$page = session_page($reader, $page->{prev});
	push @back, reverse @{ $page->{ids} };
}
is_deeply([ reverse @back ], $order, 'and back');
cmp_ok(scalar keys %seen, '>=', 2, 'over several connections');

# One connection was left with another search_path: the name that is given decides, not the connection.
session_value($other, 'SET search_path = elsewhere, public');
my $one = session_page($reader, undef, relation => 'public.items');
is_deeply($one->{ids}, [ @$order[ 0 .. 6 ] ], 'page one over a connection with a search_path of its own');
my ($two) = over_another($one->{next}, relation => 'public.items');
is_deeply($two->{ids}, [ @$order[ 7 .. 13 ] ], 'page two over one without');
my ($name, $state);
session_value($other, 'BEGIN');
session_value($other, 'SET LOCAL search_path = elsewhere, public');
($name, $state) = (session_value($other, q{SELECT 'items'::regclass}), session_sqlstate($other, page_sql($one->{next})));
session_value($other, 'ROLLBACK');
is("$name $state", 'items KP004', 'another table under the same name is refused');
session_value($other, 'SET search_path = DEFAULT') for 1 .. 3;

# Settings in the transaction, where they belong.
session_value($reader, q{BEGIN; SET LOCAL "TimeZone" = 'Asia/Kolkata'; SET LOCAL extra_float_digits = 0});
is_deeply(session_page($reader, $one->{next}, relation => 'public.items')->{ids}, $two->{ids}, 'under SET LOCAL');
session_value($reader, 'COMMIT');

# Keys rotated and retired over one connection hold for the others, which have used the old one.
my $old_key = session_value($reader, q{SELECT key_id FROM keyset_keys WHERE status = 'active'});
session_value($reader, 'SELECT keyset_rotate_key()');
my ($after) = over_another($one->{next}, relation => 'public.items');
is_deeply($after->{ids}, $two->{ids}, "the old key's cursor opens on every connection");
session_value($reader, "SELECT keyset_retire_key($old_key)");
session_value($other, 'BEGIN');
backend($other);
is(session_sqlstate($reader, page_sql($one->{next}, relation => 'public.items')), 'KP002', 'and is refused on every one once retired');
session_value($other, 'COMMIT');

# The extended protocol without named statements, as drivers use it behind such a pooler: the cursor is a bound
# parameter. Eight clients over three connections; a wrong page divides by zero.
my $wanted = join ' ', @$order[ 7 .. 13 ];
append_to_file("$dir/pages.sql", <<'SQL');
SELECT next_cursor FROM keyset_page('public.items', 'score', NULL, 7) \gset
SELECT 1 / (string_agg(i->>'id', ' ') = :wanted)::int FROM keyset_page('public.items', 'score', :next_cursor, 7), json_array_elements(items) i;
SQL
my ($out, $err) = ('', '');
my $ok = IPC::Run::run([ $node->installed_command('pgbench'), '-n', '-M', 'extended', '-c', 8, '-t', 40, '-f', "$dir/pages.sql",
		'-D', "wanted=$wanted", $connstr ], '>', \$out, '2>', \$err);
ok($ok, 'eight clients with bound parameters') or diag($err);
like($out, qr{transactions actually processed: 320/320}, 'all their pages right');
unlike($err, qr/ERROR/, 'no error') or diag($err);

# A server connection dies under its client: the next page comes over a new one.
my $here = session_page($reader, undef);
$node->safe_psql('postgres', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = \'client backend\' AND pid <> pg_backend_pid()');
ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE backend_type = 'client backend'}), 'all server connections ended');
my $again = client();
is_deeply(session_page($again, $here->{next})->{ids}, [ @$order[ 7 .. 13 ] ], 'page two over a new server connection');

$_->quit for $reader, $other, $again;
stop_bouncer();
$node->stop;
done_testing();
