import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Options } from '../options.ts'
import { startShop } from '../shop.ts'
import { type Cell, median, type Table } from '../table.ts'

interface Report {
  categories: Record<string, { score: number; title: string }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string; scoreDisplayMode: string }>
}

/** Fetched when it is asked for: it and its packages are a quarter of an install, and nothing else needs them. */
const release = 'lighthouse@12.8.2'

async function audit(url: string): Promise<Report> {
  const file = join(tmpdir(), `quayside-lighthouse-${process.pid}.json`)
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const args = [url, '--quiet', '--output=json', `--output-path=${file}`, flags]
  const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' }
  await promisify(execFile)('npx', ['--yes', release, ...args], { env })
  // Lighthouse's own format; only scores and titles are read
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  await rm(file)
  return report
}

/** Lighthouse with its own mobile profile. */
export async function lighthouse({ rounds }: Options): Promise<Table[]> {
  const shop = await startShop()
  try {
    const reports: Report[] = []
    for (let round = 0; round < Math.min(3, rounds); round++) reports.push(await audit(`${shop.url}/`))
    const last = reports.at(-1)
    const scores = Object.entries(last?.categories ?? {}).map(([id, { title }]): Cell[] => [
      title,
      median(reports.map((report) => (report.categories[id]?.score ?? 0) * 100)),
    ])
    const lost = Object.values(last?.audits ?? {})
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode !== 'informative' && score !== null && score < 0.9)
      .map((each): Cell[] => [each.title, figureOf(each.score), each.displayValue])
    return [
      { title: 'Lighthouse, mobile', head: ['category', 'score'], rows: scores },
      { title: 'Lighthouse: what cost points', head: ['audit', 'score', 'value'], rows: lost },
    ]
  } finally {
    await shop.stop()
  }
}

const figureOf = (score: number | null) => (score === null ? '–' : Math.round(score * 100))
