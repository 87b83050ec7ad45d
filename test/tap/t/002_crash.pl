# A backend is killed between two pages, and while a key is rotated: the server recovers, every cursor
# that was given out still opens, and the keys are either as before or as after.
use strict;
use warnings;
use KeysetPage;
use Test::More;

my $node = new_server('crash', conf => "restart_after_crash = on\n");
my $order = make_items($node);

# The key made by CREATE EXTENSION is committed, hence there after a crash with no checkpoint since.
my $one = page($node, undef);

sub kill_backend
{
	my ($session) = @_;
	my $pid = session_value($session, 'SELECT pg_backend_pid()');
	my $started = $node->safe_psql('postgres', 'SELECT pg_postmaster_start_time()');
	is(kill('KILL', $pid), 1, "backend killed");
	# The killed session's psql ends with its connection.
	eval { $session->quit };
	wait_until($node, "SELECT pid_gone FROM (SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $pid) AS pid_gone) p");
	is($node->safe_psql('postgres', 'SELECT pg_postmaster_start_time()') , $started, 'the postmaster lives on');
}

for my $round (1 .. 3)
{
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	my $page = session_page($session, $one->{next});
	is_deeply($page->{ids}, [ @$order[ 7 .. 13 ] ], "page two, round $round");
	kill_backend($session);
	is_deeply(rest($node, $page->{next}), [ @$order[ 14 .. 39 ] ], 'the walk goes on in another session');
}

# A session that pages while another one is killed loses its connection, not its place.
{
	my $reader = $node->background_psql('postgres', on_error_stop => 0);
	my $victim = $node->background_psql('postgres', on_error_stop => 0);
	my $page = session_page($reader, undef);
	kill_backend($victim);
	eval { $reader->quit };
	is_deeply(rest($node, $page->{next}), [ @$order[ 7 .. 39 ] ], 'nothing lost');
}

# Rotation half-way: not committed, it never happened.
{
	my $before = $node->safe_psql('postgres', 'SELECT key_id, status FROM keyset_keys ORDER BY 1');
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	session_value($session, 'BEGIN');
	my $new = session_value($session, 'SELECT keyset_rotate_key()');
	like($new, qr/^\d+$/, 'a new key in an open transaction');
	my $inside = session_page($session, undef);
	kill_backend($session);
	is($node->safe_psql('postgres', 'SELECT key_id, status FROM keyset_keys ORDER BY 1'), $before, 'the old state');
	is(sqlstate($node, page_sql($inside->{next})), 'KP002', 'a cursor of the key that never was');
	is_deeply(rest($node, $one->{next}), [ @$order[ 7 .. 39 ] ], 'a cursor of the key that is');
}

# Committed and then killed: the new state.
{
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	my $new = session_value($session, 'SELECT keyset_rotate_key()');
	my $page = session_page($session, undef);
	kill_backend($session);
	is($node->safe_psql('postgres', q{SELECT key_id FROM keyset_keys WHERE status = 'active'}), $new, 'the new state');
	is_deeply(rest($node, $page->{next}), [ @$order[ 7 .. 39 ] ], 'a cursor of the new key');
	is_deeply(rest($node, $one->{next}), [ @$order[ 7 .. 39 ] ], 'a cursor of the old key');
}

$node->stop;
done_testing();
