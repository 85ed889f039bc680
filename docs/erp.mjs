// An ERP that pulls orders and pushes stock, as an example: node docs/erp.mjs https://shop.example FOLDER
// The API key (rights `orders` and `products`) is read from standard input. FOLDER keeps what the ERP knows:
//   orders/{id}.json   each order as the feed had it last, with the events that were new then
//   stock.csv          the article number and the stock in tonnes, one product a line: COD-200;12.5
//   cursor             where the feed of orders goes on
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

const [shop, folder] = process.argv.slice(2)
if (!shop || !folder) throw new Error('Usage: node erp.mjs https://shop.example FOLDER < key')
const key = (await text(process.stdin)).trim()
const path = (...names) => join(folder, ...names)
const read = (name) => readFile(path(name), 'utf8').catch(() => '')
// a file is whole or not there
const write = (name, content) =>
  writeFile(path(`${name}.new`), content).then(() => rename(path(`${name}.new`), path(name)))

/** One call; tries again where the shop asks for it. Refusals have a code at the end of `type`. */
async function call(method, address, { body, headers } = {}) {
  for (;;) {
    const answer = await fetch(new URL(`api/${address}`, shop.replace(/\/?$/, '/')), {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = await answer.json()
    if (answer.ok || answer.status === 409) return json
    if (answer.status !== 429 && answer.status !== 503) throw new Error(`${address}: ${answer.status} ${json.detail}`)
    await setTimeout(1000 * Number(answer.headers.get('retry-after') ?? 5))
  }
}

/** Pulls a feed: what changed since the cursor, until there is no more. */
async function* pull(feed, since) {
  for (let more = true; more; ) {
    const step = await call('GET', `${feed}?${new URLSearchParams(since ? { since } : {})}`)
    yield step
    ;({ more, next: since } = step)
  }
}

await mkdir(path('orders'), { recursive: true })
for await (const { changed, deleted, next, reset } of pull('orders/changes/', await read('cursor'))) {
  // the shop was restored: its orders come again, all of them
  if (reset) await rm(path('orders'), { recursive: true }).then(() => mkdir(path('orders')))
  for (const order of changed) await write(`orders/${order._id}.json`, JSON.stringify(order))
  for (const id of deleted) await rm(path('orders', `${id}.json`), { force: true })
  // saved last, so that nothing is lost when the power goes
  await write('cursor', next)
}

const products = new Map()
for await (const { changed } of pull('fishes/changes/')) for (const fish of changed) products.set(fish.code, fish)
for (const [code, tonnes] of (await read('stock.csv')).split('\n').map((line) => line.trim().split(';'))) {
  const fish = code && products.get(code)
  const stock = { countInStock: Number(tonnes), seen: fish?.countInStock }
  if (!fish || stock.countInStock === stock.seen) continue
  // the same request has the same key, so that it is done once, however often it is sent
  const hash = createHash('sha256')
    .update(JSON.stringify([fish._id, stock, fish.updated_at]))
    .digest('hex')
  const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  const answer = await call('PUT', `fishes/${fish._id}/stock/`, { body: stock, headers: { 'idempotency-key': id } })
  // somebody in the shop was faster: the next run sees their number
  console.log(`${code}: ${answer.detail ?? `${answer.countInStock} t`}`)
}
