import { defineConfig } from '@playwright/test'
import { findChromium } from './support/tools.mjs'

/** The built app against the real server in a real browser; every worker of the runner opens a shop of its own (e2e/shop.ts). */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../node_modules/.cache/playwright',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // on a shared machine a browser may starve for longer than any patience; a test that needed a second try is named
  retries: process.env.CI ? 2 : 0,
  reporter: [['list']],
  use: { trace: 'retain-on-failure', locale: 'en-GB', timezoneId: 'Europe/Paris' },
  projects: [
    {
      name: 'phone',
      use: {
        browserName: 'chromium',
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        launchOptions: {
          executablePath: findChromium(),
          args: [
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
  ],
})
