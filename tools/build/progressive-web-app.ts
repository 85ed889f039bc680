import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { VitePWA } from 'vite-plugin-pwa'
import { clientCalls } from './client-calls.ts'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Screenshots for the browser's install dialog. They are taken from the running app, so a first build may lack them. */
const screenshots = () =>
  [
    { src: 'screenshots/phone.png', sizes: '720x1280', form_factor: 'narrow' as const },
    { src: 'screenshots/desktop.png', sizes: '1280x800', form_factor: 'wide' as const },
  ]
    .filter(({ src }) => existsSync(here(`public/${src}`)))
    .map((screenshot) => ({ ...screenshot, type: 'image/png', label: 'The home page of the shop' }))

const precachedFirst = (url: string) => (/assets\/(catalogue|buyer|screens|en-)/.test(url) ? 0 : 1)

/** Builds the web app's manifest, and the service worker with its list of files to precache. */
export const progressiveWebApp = () =>
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
      // the server replaces these with the shop's own
      name: 'Seafood shop',
      short_name: 'Shop',
      description: 'Fish and seafood by the tonne',
      display: 'standalone',
      theme_color: '#ffffff',
      background_color: '#f7f6f3',
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
    injectManifest: {
      // one script: what the app imports when needed is in it
      rollupFormat: 'iife',
      buildPlugins: { vite: [clientCalls()] },
      // without the app icons, and below without the in-memory database and the animations, which a first visit does not need
      globPatterns: ['**/*.{js,css,html,svg}', 'brand/*-{320,480}.avif'],
      // a shop shows one set of drawings
      globIgnores: ['.vite/**', 'assets/{memory-database,motion,dom-mini}-*', 'brand/{market,sea}-*'],
      // the worker precaches in this order: the most likely next pages first
      manifestTransforms: [
        (manifest) => ({ manifest: manifest.sort((a, b) => precachedFirst(a.url) - precachedFirst(b.url)) }),
      ],
    },
  })
