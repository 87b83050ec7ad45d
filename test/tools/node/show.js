// The walk that each program of this folder makes: page(team, cursor) gives { items, next_cursor, prev_cursor }.
export async function run(page) {
  const team = 'o\'neil "ops"';
  const show = (way, { items }) => items.forEach((i) => console.log(`${way} | ${i.id} | ${i.title}`));
  let found = await page(team, null);
  show('forward 1', found);
  for (let n = 2; found.next_cursor !== null; n++) {
    found = await page(team, found.next_cursor);
    show(`forward ${n}`, found);
  }
  for (let n = 1; found.prev_cursor !== null; n++) {
    found = await page(team, found.prev_cursor);
    show(`back ${n}`, found);
  }
  await page(team, 'not-a-cursor').catch((error) => console.log(`error ${error.code}`));
}
