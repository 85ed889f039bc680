/**
 * Prepares `npm start`, `npm run dev` and `npm test`: checks Node, installs the packages, builds the app. Runs on any Node
 * from 20 on and uses no packages.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuildCurrent } from './build-stamp.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
const bin = join(root, 'node_modules/.bin')
/** The project's own Node, which may differ from the one that runs this script. */
export const ownNode = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')

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

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
}

/** Whether every package of the lockfile is installed in its version, according to npm's hidden lockfile. */
function isInstalled() {
  if (!existsSync(ownNode) || !existsSync(join(root, 'node_modules/.package-lock.json'))) return false
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

export async function ensureBuilt() {
  if (isBuildCurrent()) return
  console.log('Building the web app (npm run build) …')
  const code = await run('npm', ['run', '--silent', 'build'])
  if (code !== 0) giveUp('The web app could not be built; see the messages above.')
}
