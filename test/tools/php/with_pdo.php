<?php
// Plain PDO: the whole body of an answer is one value, keyset_page_json.

$db = new PDO(sprintf('pgsql:host=%s;port=%s;dbname=%s', getenv('PGHOST'), getenv('PGPORT'), getenv('PGDATABASE')),
    getenv('PGUSER'), null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);

function incidents_page(PDO $db, string $team, ?string $cursor = null, int $limit = 7): object
{
    $page = $db->prepare("SELECT keyset_page_json('incidents', 'updated_at DESC', :cursor, :limit,
                                                  'team = \$1', ARRAY[:team], 'id, title, updated_at')");
    $page->execute(['cursor' => $cursor, 'limit' => $limit, 'team' => $team]);
    return json_decode($page->fetchColumn());
}

function show(string $way, object $page): void
{
    foreach ($page->items as $incident) {
        echo "$way | $incident->id | $incident->title\n";
    }
}

$team = 'o\'neil "ops"';
$page = incidents_page($db, $team);
show('forward 1', $page);
for ($n = 2; $page->next_cursor !== null; $n++) {
    $page = incidents_page($db, $team, $page->next_cursor);
    show("forward $n", $page);
}
for ($n = 1; $page->prev_cursor !== null; $n++) {
    $page = incidents_page($db, $team, $page->prev_cursor);
    show("back $n", $page);
}

try {
    incidents_page($db, $team, 'not-a-cursor');
} catch (PDOException $error) {
    echo 'error ', $error->getCode(), "\n";
}
