/**
 * `npm test` and, with `--long`, `npm run test:long`: installs what is missing, runs every part in its order, also after one that
 * failed, two of them side by side. `npm test -- unit e2e` runs those parts alone. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureInstalled, giveUp, innerEnv, requireNode, root, run } from '../../server/scripts/prepare.mjs'
import { longParts, shortParts } from './parts.mjs'
import { readReport } from './reports.mjs'
import { requireChromium, requireFirefox, requirePostgres, requireWebkit } from './tools.mjs'

const reports = join(root, 'node_modules/.cache/tests')
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const isTest = (name) => /\.(test|spec)\.tsx?$/.test(name)

function hasTests(folder) {
  return existsSync(join(root, folder)) && readdirSync(join(root, folder), { recursive: true }).some(isTest)
}

/** An engine that is missing is left out and named in the summary; any other program, or one where `CI` is set, is a failure. */
function withoutProgram({ missing, engine = false }) {
  if (engine && !process.env.CI) return { leftOut: missing }
  return { passed: 0, failed: 1, ok: false, failures: [`it needs ${missing}`] }
}

function summaryLine({ name, passed = 0, failed = 0, ok = false, leftOut = '', time = '' }) {
  if (leftOut) return `${name}: left out, it needs ${leftOut}`
  return `${name}: ${ok ? 'passed' : 'FAILED'} in ${time}${passed + failed ? `, ${passed} tests` : ''}`
}

async function environmentFor(needs) {
  if (needs === 'chromium') {
    return requireChromium() ? { env: {} } : { missing: 'Chromium; install it or set CHROMIUM_PATH' }
  }
  if (needs === 'firefox') {
    const { path, missing } = requireFirefox()
    return missing ? { missing, engine: true } : { env: { FIREFOX_PATH: path } }
  }
  if (needs === 'webkit')
    return requireWebkit()
      ? { env: {} }
      : { missing: 'WebKitGTK, its driver and Xvfb (docs/browsers.md)', engine: true }
  if (needs !== 'postgres') return { env: { TEST_DATABASE_URL: '' } }
  const folder = requirePostgres()
  if (!folder) return { missing: 'PostgreSQL; install it or set POSTGRES_BIN to the folder of its programs' }
  process.env.POSTGRES_BIN = folder
  const { startPostgres } = await import('./postgres.mjs')
  const postgres = await startPostgres()
  return { env: { TEST_DATABASE_URL: postgres.url }, stop: () => postgres.stop() }
}

/** Like `run`, for a program beside another one: each of its lines says whose it is. */
function runBeside({ name }, [program, args], env) {
  const shell = process.platform === 'win32'
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], shell })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${name} | ${line}`))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

async function runPart(part) {
  const { name, needs, command } = part
  const { env, stop, missing, engine } = await environmentFor(needs)
  if (missing) return withoutProgram({ missing, engine })
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  const [program, args] = command(report)
  try {
    const itsEnv = innerEnv({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    const code = isAlone ? await run(program, args, itsEnv) : await runBeside(part, [program, args], itsEnv)
    const { passed, failed, failures } = readReport(report, root)
    const ok = code === 0 && failed === 0
    const named = ok || failures.length > 0 ? failures : [`${program} ended with code ${code}`]
    return { passed, failed: code !== 0 ? Math.max(1, failed) : failed, ok, failures: named }
  } finally {
    await stop?.()
  }
}

function choose(parts, names) {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0)
    giveUp(`No such part: ${unknown.join(', ')}. There are ${parts.map((p) => p.name).join(', ')}.`)
  const isMissing = !existsSync(join(root, 'dist'))
  const isChosen = ({ name }) => names.includes(name) || (name === 'build' && isMissing)
  return names.length === 0 ? parts : parts.filter(isChosen)
}

const total = { passed: 0, failed: 0 }
const summary = []
/** every failing test: its part, file and title, and the first line of its error */
const failing = []

/** Runs parts until none waits. */
async function runParts(waiting) {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    console.log(`\n== ${part.title} (${part.name})\n`)
    if (part.folder && !hasTests(part.folder)) {
      summary.push(`${part.name}: FAILED`)
      failing.push(`${part.name}: there are no tests in ${part.folder}`)
      total.failed += 1
      continue
    }
    const start = performance.now()
    const { passed = 0, failed = 0, failures = [], ...result } = await runPart(part)
    total.passed += passed
    total.failed += failed
    failing.push(...failures.map((failure) => `${part.name}: ${failure}`))
    summary.push(summaryLine({ name: part.name, time: seconds(start), passed, failed, ...result }))
  }
}

requireNode()
const args = process.argv.slice(2)
const isLong = args.includes('--long')
if (isLong) process.env.LONG_TESTS = 'on'
const names = args.filter((arg) => arg !== '--long')
const chosen = choose(isLong ? longParts : shortParts, names)
process.env.TEST_SEED ||= String(Math.floor(Math.random() * 2 ** 31))
console.log(`Seed of this run: TEST_SEED=${process.env.TEST_SEED}`)
await ensureInstalled()
mkdirSync(reports, { recursive: true })
const isAlone = chosen.length === 1
const built = chosen.findIndex((part) => part.name === 'build') + 1
await runParts(chosen.splice(0, built))
await Promise.all([runParts(chosen), runParts(chosen)])
console.log(`\n== Summary\n\n${summary.join('\n')}`)
// the end of the output is all that some see of it
if (failing.length > 0) console.log(`\nFailed:\n${failing.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
