// The walks that each program of this folder makes with its driver's two calls.
//
// page(order, cursor, filter, args) gives { items, next_cursor, prev_cursor };
// rows(order, cursor, filter, args, backward) gives rows of id, updated_at, amount, label, row_cursor, has_more.

// A number of JavaScript holds neither such ids nor such amounts, and a Date no microseconds: they are text here.
export const columns = 'id::text AS id, updated_at, amount::text AS amount, label';
const orders = [
  ['updated_at DESC NULLS LAST', null, null],
  ['amount ASC NULLS FIRST, label DESC, id', null, null],
  ['label, id', 'state = $1 AND label <> $2 AND (amount > $3 OR amount IS NULL)',
    ['open', 'it\'s "quoted" {a,b} \\ 🚀', '-1.5']],
];

const print = (walk, items) => {
  for (const i of items) console.log([walk, i.id, i.updated_at ?? '~', i.amount ?? '~', i.label].join(' | '));
};

export async function run(page, rows) {
  for (const [w, [order, filter, args]] of orders.entries()) {
    const walk = w + 1;
    let found = { next_cursor: null };
    let n = 0;
    do {
      found = await page(order, found.next_cursor, filter, args);
      print(`${walk} forward ${++n}`, found.items);
    } while (found.next_cursor !== null);
    for (n = 1; found.prev_cursor !== null; n++) {
      found = await page(order, found.prev_cursor, filter, args);
      print(`${walk} back ${n}`, found.items);
    }
    let edge = { row_cursor: null };
    for (const [way, backward] of [['rows', false], ['rows back', true]]) {
      n = 0;
      do {
        const items = await rows(order, edge.row_cursor, filter, args, backward);
        print(`${walk} ${way} ${++n}`, items);
        edge = items.at(backward ? 0 : -1);
      } while (edge.has_more);
    }
  }

  const printCode = (error) => console.log(`error ${error.code}`);
  await page('id', 'not-a-cursor', null, null).catch(printCode);
  const { next_cursor } = await page('id', null, 'state = $1', ['open']);
  await page('id', next_cursor, 'state = $1', ['closed']).catch(printCode);
  const { items } = await page('id', null, null, null);
  console.log(`after the errors | ${items[0].id}`);
}
