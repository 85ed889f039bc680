/** `npm run budget`: what the built app weighs, brotli 11, against what it may weigh. kB = 1000 bytes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import filePlugin from '@size-limit/file'
import sizeLimit from 'size-limit'
import { homeModules, lateScripts, limits } from './budget-limits.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

const dist = join(import.meta.dirname, '../../dist')
const manifestFile = join(dist, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  console.error('There is no build to weigh: run npm run build first.')
  process.exit(1)
}
// Vite's own format (build.manifest)
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>

/** The files of these chunks and of all that they import at once. */
function closure(names: string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  names.forEach(visit)
  return [...seen].flatMap((name) => manifest[name]?.file ?? [])
}

function named(end: string): string {
  const name = Object.keys(manifest).find((each) => each.endsWith(end))
  if (!name) throw new Error(`The build has no chunk for ${end}: has it moved? See tests/bench/budget-limits.ts.`)
  return name
}

/** What the worker fetches at its installation, as written into it by the build. */
function precached(): string[] {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  const urls = [...worker.matchAll(/\burl:\s*["'`]([^"'`]+)["'`]|["']url["']:\s*["']([^"']+)["']/g)]
  return urls.map(([, bare, quoted]) => bare ?? quoted ?? '').filter((url) => existsSync(join(dist, url)))
}

const scripts = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.js'))
/** Scripts that are asked for on administrators' screens only (docs/decisions/011-two-budgets-for-scripts.md). */
const isForAdministrators = (name: string) => /^(features|_)\/?(admin|seller)[-/]/.test(name)
// Vite's manifest does not have the files of the spreadsheet worker
const administrators = [
  ...Object.keys(manifest)
    .filter(isForAdministrators)
    .flatMap((name) => manifest[name]?.file ?? []),
  ...scripts.filter((file) => /^assets\/spreadsheet-/.test(file)),
]
/** Scripts of the files and the shipment of an order, which come when one is used. */
const late = scripts.filter((file) => lateScripts.test(file))
const entry = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
const isPicture = (file: string) => /\.(avif|webp|png|jpe?g|svg|ico)$/.test(file)
const groups: Record<keyof typeof limits, string[]> = {
  'entry script and what it imports': closure(entry),
  'all scripts of the home page': closure([...entry, ...homeModules.map(named)]),
  "all scripts but the administrators'": scripts.filter(
    (file) => file !== 'sw.js' && !administrators.includes(file) && !late.includes(file),
  ),
  "the administrators' scripts": administrators,
  'late scripts of orders': late,
  worker: ['sw.js'],
  'precache without pictures': precached().filter((file) => !isPicture(file)),
}

let failed = 0
console.log(`${'what'.padEnd(36)}${'kB'.padStart(8)}${'limit'.padStart(8)}   files`)
// the keys are those of the table above
for (const name of Object.keys(groups) as (keyof typeof limits)[]) {
  const files = [...new Set(groups[name])].filter((file) => existsSync(join(dist, file)))
  if (files.length === 0) throw new Error(`There are no files for '${name}'.`)
  const weighed = await sizeLimit(
    [filePlugin],
    files.map((file) => join(dist, file)),
  )
  // its types say no more than object: one result for each list of files
  const [result] = weighed as { size: number }[]
  const kB = (result?.size ?? Number.POSITIVE_INFINITY) / 1000
  const over = kB > limits[name]
  if (over) failed++
  const line = `${name.padEnd(36)}${kB.toFixed(1).padStart(8)}${String(limits[name]).padStart(8)}   ${files.length}`
  console.log(over ? `${line}   TOO LARGE` : line)
}

// without a connection a screen would not open whose script imports one that is not saved; libraries that are fetched late
// for one task (node_modules: a spreadsheet, the database of browsers without one) are not saved on purpose
const saved = new Set(precached())
const savedChunks = Object.keys(manifest).filter(
  (name) => saved.has(manifest[name]?.file ?? '') && !name.includes('node_modules'),
)
const unsaved = closure(savedChunks).filter((file) => !saved.has(file))
if (savedChunks.length === 0) throw new Error('The worker has no list of files to precache.')
for (const file of unsaved) console.log(`${file} is imported by a precached script and is not precached itself.`)
if (failed > 0 || unsaved.length > 0) process.exit(1)
