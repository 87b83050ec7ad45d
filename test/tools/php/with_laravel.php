<?php
// Laravel: fromQuery gives Eloquent's models, with the row's cursor as one more attribute.

require '/usr/share/php/Illuminate/Database/autoload.php';

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\QueryException;

$manager = new Manager();
$manager->addConnection(['driver' => 'pgsql', 'host' => getenv('PGHOST'), 'port' => getenv('PGPORT'),
    'database' => getenv('PGDATABASE'), 'username' => getenv('PGUSER'), 'password' => null, 'charset' => 'utf8']);
$manager->setAsGlobal();
$manager->bootEloquent();

class Incident extends Model
{
    public static function page(string $team, ?string $cursor = null, bool $backward = false, int $limit = 7)
    {
        return static::fromQuery(
            "SELECT (r.item).*, r.row_cursor, r.has_more
               FROM keyset_rows(NULL::incidents, ?, ?, ?, 'team = \$1', ARRAY[?], ?) r",
            ['updated_at DESC', $cursor, $limit, $team, $backward]);
    }
}

function show(string $way, $page): void
{
    foreach ($page as $incident) {
        echo "$way | $incident->id | $incident->title\n";
    }
}

$team = 'o\'neil "ops"';
$page = Incident::page($team);
show('forward 1', $page);
for ($n = 2; $page->last()->has_more; $n++) {
    $page = Incident::page($team, $page->last()->row_cursor);
    show("forward $n", $page);
}
$n = 1;
do {
    $page = Incident::page($team, $page->first()->row_cursor, true);
    show('back ' . $n++, $page);
} while ($page->first()->has_more);

try {
    Incident::page($team, 'not-a-cursor');
} catch (QueryException $error) {
    echo 'error ', $error->getCode(), "\n";
}
