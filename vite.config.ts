import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getConfig } from '@lingui/conf'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { bootScripts } from './src/app/boot-script.ts'
import { chunkNames } from './src/app/chunk-names.ts'
import { linguiMacros } from './src/app/lingui-macros.ts'
import { slimDexie } from './src/app/slim-dexie.ts'
import { splitTexts } from './src/app/split-texts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const linguiConfig = getConfig({ configPath: here('./lingui.config.ts') })

/** Without comments and needless space. */
const squeeze = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replace(/;}/g, '}')
    .trim()

/** The drawings that a style names, as a part of it. */
const withDrawings = (css: string) =>
  css.replace(/url\("\.\.\/\.\.\/(public\/[\w-]+\.svg)"\)/g, (_, file: string) => {
    const drawing = readFileSync(here(`./${file}`), 'utf8').replaceAll('"', "'")
    return `url("data:image/svg+xml,${drawing.replace(/[#%<>]/g, encodeURIComponent)}")`
  })

/** Puts the first screen's style and the boot script into index.html, so that the first paint waits for no file. */
const firstScreen = (): Plugin => ({
  name: 'first-screen',
  transformIndexHtml: {
    order: 'post',
    handler(html, ctx) {
      const css = readFileSync(here('./src/theme/first-screen.css'), 'utf8')
      const [style = '', rest = ''] = css
        .split('/* below the first screen */')
        .map((part) => withDrawings(squeeze(part)))
      if (!ctx.bundle || !ctx.chunk) return html.replace('</title>', `</title>\n<style>${style}${rest}</style>`)
      // what the bundler asks for in the head would hold the first paint up; the boot script asks for it in a better order
      const asked = /\s*<(script type="module"|link rel="(modulepreload|stylesheet)")[^>]*>(<\/script>)?/g
      const { head, end } = bootScripts(Object.values(ctx.bundle), ctx.chunk)
      return html
        .replace(asked, '')
        .replace('</title>', () => `</title>\n<style>${style}</style>\n<script>${head}</script>`)
        .replace('</body>', () => `<style>${rest}</style><script>${end}</script>\n</body>`)
    },
  },
})

/** Pictures for the browser's install dialog; made from the running app, so a first build may be without them. */
const screenshots = () =>
  [
    { src: 'screenshots/phone.png', sizes: '720x1280', form_factor: 'narrow' as const },
    { src: 'screenshots/desktop.png', sizes: '1280x800', form_factor: 'wide' as const },
  ]
    .filter(({ src }) => existsSync(here(`./public/${src}`)))
    .map((screenshot) => ({ ...screenshot, type: 'image/png', label: 'The home page of the shop' }))

/** The build of Dexie for today's browsers, in the form that `slimDexie` can read. */
const dexieAlias = [{ find: /^dexie$/, replacement: here('./node_modules/dexie/dist/modern/dexie.mjs') }]

const nextFirst = (url: string) => (/assets\/(buyer-|forms|outbox|sync-|screens|en-)/.test(url) ? 0 : 1)

const pwa = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: '../sw',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: null,
    manifest: {
      id: './',
      scope: './',
      start_url: './#/',
      name: 'Quayside: fish and seafood by the tonne',
      short_name: 'Quayside',
      description: 'Fish and seafood for export, in tonnes. Works where the network does not.',
      display: 'standalone',
      theme_color: '#0b2540',
      background_color: '#0b2540',
      categories: ['business', 'shopping', 'food'],
      icons: [
        { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: 'Search', url: './#/products', icons: [{ src: 'icon-192.png', sizes: '192x192' }] },
        { name: 'Cart', url: './#/cart', icons: [{ src: 'icon-192.png', sizes: '192x192' }] },
        { name: 'My orders', url: './#/Order', icons: [{ src: 'icon-192.png', sizes: '192x192' }] },
      ],
      screenshots: screenshots(),
    },
    includeManifestIcons: false,
    integration: {
      configureCustomSWViteBuild: (config) => {
        config.resolve = { alias: [...dexieAlias, { find: /^ofetch$/, replacement: here('./sw/plain-fetch.ts') }] }
        config.plugins = [slimDexie()]
      },
    },
    injectManifest: {
      // the icons of the system and the shop's database for browsers without one are nobody's first need
      globPatterns: ['**/*.{js,css,html,svg,webmanifest}', 'brand/*-{320,480}.avif'],
      globIgnores: ['.vite/**', 'assets/memory-database-*'],
      // the worker saves them in this order: where people go next comes first
      manifestTransforms: [(manifest) => ({ manifest: manifest.sort((a, b) => nextFirst(a.url) - nextFirst(b.url)) })],
    },
  })

// on a shared machine a process may starve for longer than any patience; a test that needed another try is named
const retry = process.env.CI ? 2 : 0

export default defineConfig(({ isSsrBuild }) => ({
  root: 'src',
  envDir: '..',
  publicDir: '../public',
  base: './',
  // the routes live behind the #: no path but / is a page, and a lost chunk must be a 404, not index.html
  appType: 'mpa',
  resolve: { alias: dexieAlias },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // the part for the server comes beside what the first build wrote (server/shell/first-screen.ts loads it)
    ...(isSsrBuild && { outDir: '../dist/.server', copyPublicDir: false, manifest: false }),
    rolldownOptions: isSsrBuild
      ? { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } }
      : {
          preserveEntrySignatures: false,
          output: {
            // compiled off the main thread while they arrive, not function by function in the middle of a tap
            postBanner: '//# allFunctionsCalledOnLoad',
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: chunkNames(here('./src/main.tsx')) }],
            },
          },
        },
  },
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    proxy: Object.fromEntries(
      ['/api', '/images'].map((path) => [path, process.env.API_ORIGIN ?? 'http://127.0.0.1:8080']),
    ),
  },
  plugins: [
    linguiMacros(linguiConfig),
    slimDexie(),
    react(),
    lingui({ failOnMissing: process.env.NODE_ENV === 'production' }),
    splitTexts(here('./src/main.tsx'), linguiConfig),
    firstScreen(),
    pwa(),
  ],
  test: {
    root: here('.'),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['fake-indexeddb/auto', 'tests/support/unit-setup.ts'],
          // it takes the same Dexie as the app
          server: { deps: { inline: ['dexie-react-hooks'] } },
          testTimeout: 30_000,
          retry,
        },
      },
      {
        root: here('.'),
        test: {
          name: 'server',
          retry,
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
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
          retry,
          include: ['tests/attack/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root: here('.'),
        test: {
          name: 'torture',
          retry,
          include: ['tests/torture/**/*.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
