import { defineConfig, type Project } from '@playwright/test'
import { chromiumEngine } from './support/chromium.ts'
import { findFirefox } from './support/tools.mjs'

// a run clears the folder of its own results; others may be at work
const resultsOf = (project: string) => `../node_modules/.cache/playwright/${project}`

/** Tests with everything that moves. Firefox takes that from its settings alone, not from `contextOptions`. */
const moving = /(buyer|drafts|first-screen|start-page)\.spec\.ts$/

/** Firefox over WebDriver BiDi; what needs Chromium's own protocol is tagged, with its reason. */
const firefox = (
  name: string,
  { prefersReducedMotion, ...files }: { prefersReducedMotion: 0 | 1; testIgnore?: RegExp; testMatch?: RegExp },
): Project => ({
  name,
  ...files,
  testDir: './e2e',
  outputDir: resultsOf(name),
  grepInvert: /@chromium/,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    viewport: { width: 360, height: 740 },
    launchOptions: {
      executablePath: findFirefox(),
      firefoxUserPrefs: { 'ui.prefersReducedMotion': prefersReducedMotion },
    },
  },
})

/** The built app against the real server in a real browser; every worker of the runner opens a shop of its own (e2e/shop.ts). */
export default defineConfig({
  workers: 2,
  // upper bounds for a slow and busy machine: every condition is waited for, none of these times is
  timeout: 180_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: [['list']],
  // a trace costs a sixth of the processor's time: `TRACE=on npm test -- e2e` where a failure needs one
  use: { trace: process.env.TRACE ? 'retain-on-failure' : 'off', locale: 'en-GB', timezoneId: 'Europe/Paris' },
  projects: [
    {
      name: 'phone',
      testDir: './e2e',
      grepInvert: /@firefox/,
      outputDir: resultsOf('phone'),
      use: {
        browserName: 'chromium',
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 1,
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: chromiumEngine,
      },
    },
    firefox('firefox', { prefersReducedMotion: 1, testIgnore: moving }),
    firefox('firefox-moving', { prefersReducedMotion: 0, testMatch: moving }),
    // WebKitGTK over its own driver: the browser is not Playwright's, the runner is
    { name: 'webkit', testDir: './webkit', outputDir: resultsOf('webkit') },
  ],
})
