<?php
// PDO: named placeholders, prepared on the server. It binds no arrays: an array goes as its text form, here
// made by the server from JSON. A boolean wants PDO::PARAM_BOOL.

const COLUMNS = 'id::text AS id, updated_at, amount::text AS amount, label';
const ORDERS = [
    ['updated_at DESC NULLS LAST', null, null],
    ['amount ASC NULLS FIRST, label DESC, id', null, null],
    ['label, id', 'state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)',
        ['open', 'it\'s "quoted" {a,b} \\ 🚀', '-1.5']],
];

$db = new PDO(sprintf('pgsql:host=%s;port=%s;dbname=%s', getenv('PGHOST'), getenv('PGPORT') ?: 5432, getenv('PGDATABASE')),
    getenv('PGUSER'), null, [
        PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
        PDO::PGSQL_ATTR_DISABLE_PREPARES => (bool) getenv('POOLED'), // behind PgBouncer: prepare nothing
    ]);
$page = $db->prepare('SELECT items, next_cursor, prev_cursor
    FROM keyset_page(:relation, :order, :cursor, :limit, :filter,
                     (SELECT array_agg(a) FROM json_array_elements_text(:args) a), :columns)');
$rows = $db->prepare('SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
    FROM keyset_rows(NULL::"Work items", :order, :cursor, :limit, :filter,
                     (SELECT array_agg(a) FROM json_array_elements_text(:args) a), :backward)');

function page(string $order, ?string $cursor, ?string $filter = null, ?array $args = null): array
{
    global $page;
    $page->execute(['relation' => '"Work items"', 'order' => $order, 'cursor' => $cursor, 'limit' => 7,
        'filter' => $filter, 'args' => $args === null ? null : json_encode($args), 'columns' => COLUMNS]);
    $found = $page->fetch(PDO::FETCH_ASSOC);
    return [json_decode($found['items'], true), $found['next_cursor'], $found['prev_cursor']];
}

function rows(string $order, ?string $cursor, ?string $filter, ?array $args, bool $backward): array
{
    global $rows;
    $rows->bindValue('order', $order);
    $rows->bindValue('cursor', $cursor);
    $rows->bindValue('limit', 7, PDO::PARAM_INT);
    $rows->bindValue('filter', $filter);
    $rows->bindValue('args', $args === null ? null : json_encode($args));
    $rows->bindValue('backward', $backward, PDO::PARAM_BOOL);
    $rows->execute();
    return $rows->fetchAll(PDO::FETCH_ASSOC);
}

function lines(string $walk, array $items): void
{
    foreach ($items as $i) {
        echo implode(' | ', [$walk, $i['id'], $i['updated_at'] ?? '~', $i['amount'] ?? '~', $i['label']]), "\n";
    }
}

foreach (ORDERS as $w => [$order, $filter, $args]) {
    $walk = $w + 1;
    $n = 0;
    $after = null;
    do {
        [$items, $after, $before] = page($order, $after, $filter, $args);
        lines("$walk forward " . ++$n, $items);
    } while ($after !== null);
    for ($n = 1; $before !== null; $n++) {
        [$items, , $before] = page($order, $before, $filter, $args);
        lines("$walk back $n", $items);
    }
    $cursor = null;
    $n = 0;
    do {
        $found = rows($order, $cursor, $filter, $args, false);
        lines("$walk rows " . ++$n, $found);
        ['row_cursor' => $cursor, 'has_more' => $more] = $found[count($found) - 1];
    } while ($more);
    $n = 0;
    do {
        $found = rows($order, $cursor, $filter, $args, true);
        lines("$walk rows back " . ++$n, $found);
        ['row_cursor' => $cursor, 'has_more' => $more] = $found[0];
    } while ($more);
}

try {
    page('id', 'not-a-cursor');
} catch (PDOException $error) {
    echo 'error ', $error->errorInfo[0], "\n";
}
[, $after] = page('id', null, 'state = $1', ['open']);
try {
    page('id', $after, 'state = $1', ['closed']);
} catch (PDOException $error) {
    echo 'error ', $error->getCode(), "\n";
}
echo 'after the errors | ', page('id', null)[0][0]['id'], "\n";
