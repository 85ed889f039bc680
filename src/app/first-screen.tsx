import { i18n } from '@lingui/core'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import type { Deps } from '../db/use-deps.tsx'
import { loadFirstMessages } from '../i18n/locale.ts'
import { App } from './app.tsx'
import { createShopRouter } from './router.tsx'

interface FirstScreen {
  locale: Locale
  /** answers to the home page's API calls, by the names of the calls */
  answers: Record<string, unknown>
  shop: ShopSettings
}

/** Renders the home page of a visitor on the server: the content of #root. `npm run build` builds it for Node. */
export async function renderFirstScreen({ locale, answers, shop }: FirstScreen): Promise<string> {
  const call = (name: string) => Promise.resolve({ ok: true, status: 200, isShops: true, body: answers[name] })
  // the home page uses only these dependencies, and works without a saved catalogue
  const db = { transaction: () => Promise.reject(new Error('There is no saved catalogue on the server')) }
  const deps = { db, api: { call }, clock: { now: () => 0 } } as unknown as Deps
  const router = createShopRouter(deps, createMemoryHistory({ initialEntries: ['/'] }))
  // scroll restoration would add an inline script to the page
  router.update({ ...router.options, scrollRestoration: false })
  const [messages] = await Promise.all([loadFirstMessages(locale), router.load()])
  // synchronous from here on: another language may be rendered at the same time
  i18n.loadAndActivate({ locale, messages })
  const html = renderToString(<App deps={deps} router={router} session={undefined} shop={shop} />)
  // removes React's preload hints: the pictures have priorities of their own
  return html.replace(/<link rel="preload"[^>]*>/g, '')
}
