import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import type { ShapingProxy } from '../support/shaping-proxy.ts'
import { type Observed, observe } from './observe.ts'

export interface Phone {
  context: BrowserContext
  close(): Promise<void>
}

/** A phone that was never here: a Chromium with a profile of its own. */
export async function openPhone(): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), 'quayside-phone-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-features=Translate',
    ],
  })
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** A page on a slow processor that watches its own start. */
export async function openPage({ context }: Phone): Promise<Page> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(observe, 4)
  return page
}

/**
 * What the page saw of its start, once cards and pictures are there. Asked below Playwright, whose own script of a third
 * of a megabyte would be compiled in the page in the middle of what is measured.
 */
export async function observed(page: Page, within = 60_000): Promise<Observed> {
  const cdp = await page.context().newCDPSession(page)
  const end = performance.now() + within
  try {
    while (performance.now() < end) {
      const expression = 'globalThis.observed?.pictures ? JSON.stringify(globalThis.observed) : ""'
      const { result } = await cdp.send('Runtime.evaluate', { expression })
      // put there by observe()
      if (result.value) return JSON.parse(result.value) as Observed
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await cdp.detach()
  }
  throw new Error(`No cards and pictures within ${within} ms`)
}

/** Waits until the line was quiet for a while: the worker has done its fetching. */
export async function lineQuiet(line: ShapingProxy): Promise<void> {
  const end = performance.now() + 90_000
  let last = line.bytes()
  let since = performance.now()
  while (performance.now() - since < 1500 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = line.bytes()
    if (now.down !== last.down || now.up !== last.up) since = performance.now()
    last = now
  }
}
