import { lingui } from '@lingui/vite-plugin'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientCalls } from './tools/build/client-calls.ts'
import { firstScreenHtml, oldestEngines } from './tools/build/first-screen-html.ts'
import { progressiveWebApp } from './tools/build/progressive-web-app.ts'
import { textsInTwo } from './tools/build/texts-in-two.ts'

/** Lingui's macros, for the files that use them only. */
const linguiMacros = defineRolldownBabelPreset({
  preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
  rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
})

/** A handful of files in place of a hundred: the libraries, the start, what screens share, and the screens by area. */
const chunks = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-query|query-core)[\w-]+|use-sync-external-store|@lingui)\//,
  },
  { name: 'data-vendor', test: /node_modules\/(dexie|dexie-react-hooks|ofetch|destr|ufo)\// },
  // what the entry itself imports, and the app with all that it starts with
  { name: 'locale', tags: ['$initial' as const], test: /\/(src|contract)\/(?!index\.html|main\.tsx)/ },
  { name: 'shell', test: /\/src\/app\/start-app\.tsx/ },
  // what screens need of the database, but the home page does not
  {
    name: 'data',
    test: /\/src\/(api|lib|db|sync)\/(?!stream|catalogue-feed|order-feed|activity|thread-files|send-files|tus|\w+-(orders|figures)|orders|order-store|files)/,
  },
  { name: 'catalogue-feed', test: /\/src\/sync\/catalogue-feed/ },
  // what the page of a signed-in person pulls and looks through, without what screens of orders draw
  { name: 'order-feed', test: /\/src\/(sync\/order-feed|db\/read-orders)/ },
  // what every form needs, and the parts of Chakra that all controls share
  { name: 'controls', test: /src\/(ui\/chakra-region|forms\/(fields|form))\.tsx/ },
  { name: 'memory-database', test: /node_modules\/fake-indexeddb\// },
  // without a chunk of its own, Chakra's menu would be among the administrators' scripts
  { name: 'menu', test: /src\/ui\/account-panel\.tsx/ },
  { name: 'order-menu', test: /src\/orders\/order-menu\.tsx/ },
  // lists and products open without Chakra, which draws only what is missing
  { name: 'catalogue', test: /src\/catalogue\/product/ },
  // before the chunks below: a group takes along what its modules import, and buyers load nothing of administrators
  {
    name: 'buyer',
    test: /src\/(buy|account\/(about|legal|contact|newsletter)|catalogue\/(review|stock)|app\/(?!shop-)|orders\/(buyer|my-orders|order-(page|sheet|thread)|shown|thread-part)|ui\/blob-address)/,
  },
  { name: 'query', test: /src\/lists\/query\.ts|node_modules\/@tanstack\/(react-query|query-core)\// },
  { name: 'dialog', test: /src\/ui\/dialogs\/dialog-frame\.tsx/ },
  { name: 'account', test: /src\/account\// },
  // of offers only
  { name: 'paper-sheet', test: /src\/orders\/paper-sheet\.tsx/ },
  { name: 'share-offer', test: /src\/orders\/share-offer\.tsx/ },
  // of accepted orders only
  { name: 'seller-papers', test: /src\/orders\/seller\/papers-part\.tsx/ },
  // the draft of a paper is a file of its own
  { name: 'seller', test: /src\/orders\/seller\/(?!paper-draft\.)/ },
  {
    name: 'admin',
    test: /src\/(app\/shop-|(admin|import|lists|tables|orders\/board)\/)/,
  },
]

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
    // the part for the server comes beside what the first build wrote (server/site/first-screen-page.ts loads it)
    ...(isSsrBuild && { outDir: '../dist/.server', copyPublicDir: false, manifest: false }),
    rolldownOptions: isSsrBuild
      ? { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } }
      : { output: { codeSplitting: { groups: chunks } } },
  },
  // the spreadsheet worker, which also reads files offline
  worker: {
    format: 'es',
    rolldownOptions: { output: { chunkFileNames: 'assets/spreadsheet-part-[name]-[hash].js' } },
  },
  // not for the tests: the files of a worker would no longer share the libraries
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    proxy: Object.fromEntries(
      ['/api', '/images', '^/p(/|$)', '^/(o|legal)/', '/sitemap.xml', '/robots.txt'].map((path) => [
        path,
        process.env.API_ORIGIN ?? 'http://127.0.0.1:8080',
      ]),
    ),
  },
  plugins: [
    clientCalls(),
    babel({ presets: [linguiMacros] }),
    react(),
    textsInTwo(),
    lingui({ failOnMissing: process.env.NODE_ENV === 'production' }),
    firstScreenHtml(),
    progressiveWebApp(),
  ],
}))
