import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Builder, Capabilities } from 'selenium-webdriver'
import { freePort } from '../support/free-port.mjs'
import { canOpenWebkit } from '../support/tools.mjs'
import { Screen } from './screen.ts'

const browser = join(import.meta.dirname, 'browser.py')

export interface Opening {
  /** where the browser stores its data; a new folder by default */
  profile?: string
  width?: number
  height?: number
  userAgent?: string
  /** a script that every page runs before its own */
  before?: string
  flags?: ('--dark' | '--private' | '--no-storage')[]
}

export interface WebKit {
  /** Opens a browser at `origin`. */
  open(origin: string, opening?: Opening): Promise<Screen>
  newProfile(): Promise<string>
  stop(): Promise<void>
}

/** The number of a new X display, as Xvfb writes it to the pipe. */
async function displayOf(pipe: Readable): Promise<string> {
  const [line] = await once(pipe, 'data')
  return `:${String(line).trim()}`
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/status`).catch(() => undefined)
  return answer?.ok ?? false
}

async function driverReady(url: string, driver: ChildProcess): Promise<void> {
  const end = Date.now() + 30_000
  while (Date.now() < end && driver.exitCode === null) {
    if (await isReady(url)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('WebKitWebDriver did not start.')
}

/** Starts an X server and WebKitWebDriver; both end with `stop`. */
export async function startWebKit(): Promise<WebKit> {
  // the driver would wait for ever for a browser that cannot start
  if (!canOpenWebkit()) throw new Error('This needs WebKitGTK, its driver and Xvfb (docs/browsers.md).')
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  // the fourth entry of `stdio` is a pipe that this process reads
  const display = await displayOf(xvfb.stdio[3] as Readable)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      // without a graphics card, layers of their own only cost time
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
  })
  await driverReady(url, driver)
  const profiles: string[] = []
  const newProfile = async () => {
    const profile = await mkdtemp(join(tmpdir(), 'quayside-webkit-'))
    profiles.push(profile)
    return profile
  }
  return {
    newProfile,
    async open(origin, { profile, width = 360, height = 740, userAgent, before, flags = [] } = {}) {
      const folder = profile ?? (await newProfile())
      const agent = userAgent === undefined ? [] : [`--user-agent=${userAgent}`]
      const script = before === undefined ? [] : [`--before=${before}`]
      const args = [`--profile=${folder}`, `--width=${width}`, `--height=${height}`, ...agent, ...script, ...flags]
      const capabilities = new Capabilities({
        browserName: 'QuaysideTest',
        'webkitgtk:browserOptions': { binary: browser, args },
      })
      const session = await new Builder().usingServer(url).withCapabilities(capabilities).build()
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
      const screen = new Screen(session, { origin, profile: folder, pid })
      await screen.goto('/')
      return screen
    },
    async stop() {
      for (const child of [driver, xvfb]) {
        child.kill()
        if (child.exitCode === null) await once(child, 'exit')
      }
      for (const profile of profiles) await rm(profile, { recursive: true, force: true })
    },
  }
}
