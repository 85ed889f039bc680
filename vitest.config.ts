import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import { ByEnvironment } from './tests/support/by-environment.ts'
import { isLong } from './tests/support/run.ts'
import buildConfig from './vite.config.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** An upper bound for a slow and busy machine; by default a condition is waited for a second. */
const expectations = { poll: { timeout: 60_000 } }

/** Files about time itself, and rounds that are too many for every run (tests/README.md). */
const exclude = isLong ? [] : ['**/*.long.test.ts']
const tags = [{ name: '@long', description: 'A variation of what another test proves: for `npm run test:long`' }]

/** Room for what is young: a file of tests makes much that is soon garbage, which takes an eighth of its time otherwise. */
const execArgv = ['--max-semi-space-size=32']

/** The tests that Vitest runs, with the plugins of the build. */
export default defineConfig((env) =>
  mergeConfig(buildConfig(env), {
    test: {
      root: here,
      tags,
      sequence: { sequencer: ByEnvironment },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            expect: expectations,
            include: ['tests/unit/**/*.test.{ts,tsx}'],
            exclude,
            environment: 'jsdom',
            setupFiles: ['fake-indexeddb/auto', 'tests/support/unit-setup.ts'],
            testTimeout: 120_000,
            hookTimeout: 120_000,
            // the libraries are loaded and compiled once for all files, not for each
            isolate: false,
            execArgv,
          },
        },
        {
          extends: true,
          test: {
            // what changes the product before it is loaded
            name: 'isolated',
            include: ['tests/isolated/*.test.{ts,tsx}'],
            environment: 'jsdom',
            setupFiles: ['fake-indexeddb/auto', 'tests/support/unit-setup.ts'],
            testTimeout: 120_000,
          },
        },
        {
          root: here,
          test: {
            tags,
            name: 'server',
            expect: expectations,
            include: ['tests/server/**/*.test.ts'],
            // a move goes between both databases; with a project's own `exclude` that of the command counts for nothing
            exclude: process.env.TEST_DATABASE_URL ? exclude : [...exclude, 'tests/server/db/move.test.ts'],
            environment: 'node',
            isolate: false,
            execArgv,
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          root: here,
          test: {
            tags,
            name: 'simulation',
            include: ['tests/simulation/**/*.test.ts'],
            exclude,
            environment: 'node',
            testTimeout: 3_600_000,
            hookTimeout: 120_000,
          },
        },
        {
          root: here,
          test: {
            tags,
            name: 'attack',
            expect: expectations,
            include: ['tests/attack/**/*.test.ts'],
            exclude,
            environment: 'node',
            isolate: false,
            execArgv,
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          root: here,
          test: {
            tags,
            name: 'torture',
            expect: expectations,
            include: ['tests/torture/**/*.test.ts'],
            exclude,
            environment: 'node',
            testTimeout: 300_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  }),
)
