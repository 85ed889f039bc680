import type { FishImportAnswer } from '../../../contract/fishes.ts'
import { logIn, type Shop, startShop } from '../shop.ts'
import type { Cell, Table } from '../table.ts'

const rowsInAll = 5000
const rowsPerCall = 500

const row = (n: number, stock: number) => ({
  code: `BENCH-${n}`,
  trade_name: `Hake of the bench ${n}`,
  trade_name_fr: `Merlu du banc ${n}`,
  trade_name_es: `Merluza del banco ${n}`,
  scientific_name: 'Merluccius merluccius',
  fao_code: 'HKE',
  classe: 'Actinopterygii',
  category: 'Merlucciidae',
  type: 'fish' as const,
  size: '20-25 pcs/kg',
  weight: '20 kg carton',
  presentation: 'whole',
  treatment: 'frozen',
  countInStock: stock,
})

/** Sends all rows as the app does, one call after the other; returns how many were new, changed and unchanged. */
async function send(shop: Shop, token: string, { check, stock }: { check: boolean; stock: number }) {
  const found = { new: 0, changed: 0, unchanged: 0 }
  for (let from = 0; from < rowsInAll; from += rowsPerCall) {
    const rows = Array.from({ length: rowsPerCall }, (_, at) => row(from + at, stock))
    const answer = await fetch(`${shop.url}/api/fishes/import/${check ? '?check=1' : ''}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ rows }),
    })
    if (!answer.ok) throw new Error(`The import was refused: ${answer.status} ${await answer.text()}`)
    // our own server, which its own tests hold to the contract
    const counts = (await answer.json()) as FishImportAnswer
    for (const kind of ['new', 'changed', 'unchanged'] as const) found[kind] += counts[kind]
  }
  return found
}

/** Visitors who read the list and look for a product, twenty a second, until `work` is done; ms of each answer. */
async function readDuring(shop: Shop, work: Promise<unknown>): Promise<number[]> {
  const asks = ['/api/fish/?page=1&per_page=6', '/api/fish/?keyword=octopus&page=1&per_page=6']
  const answers: Promise<number>[] = []
  const ask = async (path: string) => {
    const start = performance.now()
    await (await fetch(shop.url + path)).arrayBuffer()
    return performance.now() - start
  }
  const timer = setInterval(() => answers.push(ask(asks[answers.length % 2] ?? '')), 50)
  await work.finally(() => clearInterval(timer))
  return Promise.all(answers)
}

/** 5,000 rows of a spreadsheet: new, changed and unchanged, while others read. */
export async function serverImport(): Promise<Table[]> {
  const shop = await startShop()
  try {
    const token = await logIn(shop, 'admin')
    const steps: [string, { check: boolean; stock: number }][] = [
      ['check', { check: true, stock: 10 }],
      ['import', { check: false, stock: 10 }],
      ['changed stocks', { check: false, stock: 20 }],
      ['the same again', { check: false, stock: 20 }],
    ]
    const rows: Cell[][] = []
    for (const [name, step] of steps) {
      const start = performance.now()
      const work = send(shop, token, step)
      const times = (await readDuring(shop, work)).sort((a, b) => a - b)
      const seconds = (performance.now() - start) / 1000
      const found = Object.entries(await work).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []))
      const at = (share: number) => times[Math.floor(times.length * share)]
      rows.push([name, seconds, found.join(', '), times.length, at(0.5), at(0.95), times.at(-1), await shop.memory()])
    }
    return [
      {
        title: `A spreadsheet of ${rowsInAll} rows, ${rowsPerCall} a call, while others read twenty times a second`,
        head: ['step', 's', 'products', 'reads', 'p50 ms', 'p95 ms', 'longest ms', 'memory MB'],
        rows,
      },
    ]
  } finally {
    await shop.stop()
  }
}
