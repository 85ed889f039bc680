import { i18n } from '@lingui/core'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { App } from '../app/app.tsx'
import { withoutData } from '../app/layout.tsx'
import { createShopRouter } from '../app/router.tsx'
import { loadMessages } from '../i18n/locale.ts'
import type { Deps } from '../ui/deps.tsx'

interface FirstScreen {
  locale: Locale
  /** answers of the API by the names of their calls, as the home page asks for them */
  answers: Record<string, unknown>
  /** the settings of the shop, without the text about it */
  shop: ShopSettings
}

/**
 * The home page as HTML, made on the server by the very components that the app shows it with: the content of #root for a
 * visitor who is not signed in. Built for Node by `npm run build`; the server loads it from there.
 */
export async function renderFirstScreen({ locale, answers, shop }: FirstScreen): Promise<string> {
  const call = (name: string) => Promise.resolve({ ok: true, status: 200, isShops: true, body: answers[name] })
  // the home page uses nothing else, and works without a saved catalogue
  const db = { transaction: () => Promise.reject(new Error('There is no saved catalogue on the server')) }
  const deps = { db, api: { call }, clock: { now: () => 0 } } as unknown as Deps
  const router = createShopRouter(deps, createMemoryHistory({ initialEntries: ['/'] }))
  // it would write a script of its own into the page
  router.update({ ...router.options, scrollRestoration: false })
  const [messages] = await Promise.all([loadMessages(locale), router.load()])
  // from here on nothing waits: two languages may be asked for at once
  i18n.loadAndActivate({ locale, messages })
  const html = renderToString(<App deps={deps} router={router} session={undefined} shop={shop} parts={withoutData} />)
  // React's own hints: the pictures say themselves what comes first
  return html.replace(/<link rel="preload"[^>]*>/g, '')
}
