# pg: exec_params sends text, untyped; an array is its text form, made by PG::TextEncoder::Array.
require 'json'
require 'pg'

COLUMNS = 'id::text AS id, updated_at, amount::text AS amount, label'
ORDERS = [
  ['updated_at DESC NULLS LAST'],
  ['amount ASC NULLS FIRST, label DESC, id'],
  ['label, id', 'state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)',
   ['open', "it's \"quoted\" {a,b} \\ 🚀", '-1.5']]
].freeze

CONN = PG.connect
ARRAY = PG::TextEncoder::Array.new

def page(order, cursor, filter = nil, args = nil)
  row = CONN.exec_params('SELECT items, next_cursor, prev_cursor FROM keyset_page($1, $2, $3, $4, $5, $6, $7)',
                         ['"Work items"', order, cursor, 7, filter, args && ARRAY.encode(args), COLUMNS])[0]
  [JSON.parse(row['items']), row['next_cursor'], row['prev_cursor']]
end

def rows(order, cursor, backward, filter = nil, args = nil)
  CONN.exec_params(<<~SQL, [order, cursor, 7, filter, args && ARRAY.encode(args), backward]).to_a
    SELECT (item).id, (item).updated_at, (item).amount, (item).label, row_cursor, has_more
      FROM keyset_rows(NULL::"Work items", $1, $2, $3, $4, $5, $6)
  SQL
end

def lines(walk, items)
  items.each { |i| puts [walk, *i.values_at('id', 'updated_at', 'amount', 'label')].map { |v| v || '~' }.join(' | ') }
end

ORDERS.each.with_index(1) do |(order, *filter), walk|
  n = 0
  after = before = cursor = nil
  loop do
    items, after, before = page(order, after, *filter)
    lines("#{walk} forward #{n += 1}", items)
    break unless after
  end
  n = 0
  while before
    items, _, before = page(order, before, *filter)
    lines("#{walk} back #{n += 1}", items)
  end
  { 'rows' => false, 'rows back' => true }.each do |way, backward|
    n = 0
    loop do
      found = rows(order, cursor, backward, *filter)
      lines("#{walk} #{way} #{n += 1}", found)
      edge = backward ? found.first : found.last
      cursor = edge['row_cursor']
      break if edge['has_more'] == 'f'
    end
  end
end

def error
  yield
rescue PG::Error => e
  puts "error #{e.result.error_field(PG::Result::PG_DIAG_SQLSTATE)}"
end

error { page('id', 'not-a-cursor') }
_, after, = page('id', nil, 'state = $1', ['open'])
error { page('id', after, 'state = $1', ['closed']) }
puts "after the errors | #{page('id', nil)[0][0]['id']}"
