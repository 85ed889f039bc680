/** Prepares `npm start`, `npm run dev` and `npm test`: checks Node, installs, builds. Runs on any Node from 20 on and uses no packages. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
const bin = join(root, 'node_modules/.bin')
/** The project's own Node, which may differ from the one that runs this script. */
export const ownNode = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
/** Bounds of V8's two generations, without which a crowd leaves 100 MB of waste that the process does not give back. */
export const nodeFlags = ['--max-semi-space-size=4', '--max-old-space-size=384', '--no-allocation-site-pretenuring']

/** Prints a sentence and exits with an error. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  giveUp(`Quayside needs Node 20.19 or newer to start; this is Node ${process.versions.node}.`)
}

/** The environment for npm, without the project's own Node, which `npm ci` removes while it runs. */
function outerEnv() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !/node_modules[\\/]\.bin$/.test(part))
  return { ...process.env, PATH: path.join(delimiter) }
}

/** The environment for all other programs: the project's own Node and tools come first in PATH. */
export function innerEnv(more = {}) {
  return { ...outerEnv(), PATH: [bin, outerEnv().PATH].join(delimiter), ...more }
}

/** Runs a command with this terminal and resolves to its exit code. */
export function run(command, args, env = innerEnv()) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}

/** Whether every package of the lockfile is installed in its version, according to npm's hidden lockfile. */
function isInstalled() {
  if (!existsSync(ownNode) || !existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const packagesOf = (lockfile) => JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

export async function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing the packages (npm ci) …')
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], outerEnv())
  if (code !== 0) giveUp('The packages could not be installed; see the messages of npm above.')
  if (!existsSync(ownNode)) giveUp('npm did not install the project’s own Node; allow install scripts and try again.')
}

const stampFile = join(root, 'dist/.stamp')
const folders = ['src', 'sw', 'contract', 'public', 'server/scripts', 'server/site', 'tools/build']
const files = ['vite.config.ts', 'lingui.config.ts', 'tsconfig.json', 'package-lock.json']
const envFiles = ['.env', '.env.local', '.env.production', '.env.production.local']

/** A hash of everything that the build reads. */
function currentStamp() {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  const hash = createHash('sha256')
  for (const path of [...found, ...[...files, ...envFiles].map((name) => join(root, name)).filter(existsSync)].sort()) {
    const bytes = readFileSync(path)
    hash.update(`${path.slice(root.length)}\n${bytes.length}\n`).update(bytes)
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return hash.update(JSON.stringify(settings.sort())).digest('hex')
}

/** Called at the end of the build: `dist` is up to date until one of its sources changes. */
export function writeBuildStamp() {
  writeFileSync(stampFile, currentStamp())
}

export async function ensureBuilt() {
  const isBuilt = existsSync(stampFile) && existsSync(join(root, 'dist/index.html'))
  if (isBuilt && readFileSync(stampFile, 'utf8') === currentStamp()) return
  console.log('Building the web app (npm run build) …')
  const code = await run('npm', ['run', '--silent', 'build'])
  if (code !== 0) giveUp('The web app could not be built; see the messages above.')
}
