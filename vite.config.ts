import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { ByEnvironment } from './tests/support/by-environment.ts'
import { firstScreenHtml } from './tools/build/first-screen-html.ts'
import { oldestEngines } from './tools/build/first-screen-style.ts'
import { progressiveWebApp } from './tools/build/progressive-web-app.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Lingui's macros, for the files that use them only. */
const linguiMacros = defineRolldownBabelPreset({
  preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
  rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
})

/** A handful of files in place of a hundred: the libraries, the start, what screens share, and the screens by area. */
const chunks = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store|@lingui)\// },
  { name: 'data-vendor', test: /node_modules\/(dexie|dexie-react-hooks|ofetch|destr|ufo)\// },
  // without the entry itself: Vite removes one that only imports
  { name: 'shell', tags: ['$initial' as const], test: /\/src\/(?!index\.html|main\.tsx)/ },
  { name: 'data', test: /src\/(app|background|api|db|sync|lib)\// },
  // the newsletter's form is the home page's first use of Chakra: the parts that all controls share come with it
  { name: 'controls', test: /src\/features\/newsletter\// },
  {
    name: 'spreadsheet',
    test: /node_modules\/(papaparse|read-excel-file|write-excel-file|fflate|saxen|unzipper-esm|worker-f)\//,
  },
  { name: 'memory-database', test: /node_modules\/fake-indexeddb\// },
  { name: 'admin', test: /src\/features\/admin\// },
  { name: 'desk', test: /src\/features\/desk\// },
  { name: 'account', test: /src\/features\/account\// },
  // lists and products open without Chakra, which draws only what is missing
  { name: 'catalogue', test: /src\/(features\/catalogue\/(?!empty-list|products-failure)|routes\/product-screen)/ },
  { name: 'buyer', test: /src\/(features|routes)\// },
]

/** An upper bound for a slow and busy machine; by default a condition is waited for a second. */
const expectations = { poll: { timeout: 15_000 } }

export default defineConfig(({ isSsrBuild }) => ({
  root: 'src',
  envDir: '..',
  publicDir: '../public',
  base: './',
  // the routes live behind the #: no path but / is a page, and a lost chunk must be a 404, not index.html
  appType: 'mpa',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: oldestEngines,
    manifest: true,
    modulePreload: { polyfill: false },
    // the part for the server comes beside what the first build wrote (server/shell/first-screen.ts loads it)
    ...(isSsrBuild && { outDir: '../dist/.server', copyPublicDir: false, manifest: false }),
    rolldownOptions: isSsrBuild
      ? { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } }
      : { output: { codeSplitting: { groups: chunks } } },
  },
  // not for the tests: the files of a worker would no longer share the libraries
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    proxy: Object.fromEntries(
      ['/api', '/images'].map((path) => [path, process.env.API_ORIGIN ?? 'http://127.0.0.1:8080']),
    ),
  },
  plugins: [
    babel({ presets: [linguiMacros] }),
    react(),
    lingui({ failOnMissing: process.env.NODE_ENV === 'production' }),
    firstScreenHtml(),
    progressiveWebApp(),
  ],
  test: {
    root: here('.'),
    sequence: { sequencer: ByEnvironment },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          expect: expectations,
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['fake-indexeddb/auto', 'tests/support/unit-setup.ts'],
          testTimeout: 60_000,
          // the libraries are loaded and compiled once for all files, not for each
          isolate: false,
          execArgv: ['--max-semi-space-size=32'],
        },
      },
      {
        root: here('.'),
        test: {
          name: 'server',
          expect: expectations,
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        root: here('.'),
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
        },
      },
      {
        root: here('.'),
        test: {
          name: 'attack',
          expect: expectations,
          include: ['tests/attack/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root: here('.'),
        test: {
          name: 'torture',
          expect: expectations,
          include: ['tests/torture/**/*.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
