import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { activateLocale, loadOtherTexts } from '../../../src/i18n/locale.ts'

/** Catalogs that come when the test says so, each with one text. */
const waiting = vi.hoisted(() => new Map<string, (messages: Record<string, string>) => void>())
const held = vi.hoisted(() => (name: string) => async () => {
  const messages = await new Promise<Record<string, string>>((resolve) => waiting.set(name, resolve))
  return { messages }
})
vi.mock('../../../src/locales/en.po', held('en first'))
vi.mock('../../../src/locales/fr.po', held('fr first'))
vi.mock('../../../src/locales/en.po?lingui', held('en rest'))
vi.mock('../../../src/locales/fr.po?lingui', held('fr rest'))

async function arrive(name: string, texts: Record<string, string>): Promise<void> {
  await vi.waitFor(() => expect(waiting.has(name)).toBe(true))
  waiting.get(name)?.(texts)
}

test('a screen that is asked for while a language comes finds its texts in that language', async () => {
  const english = activateLocale('en')
  await arrive('en first', { home: 'Home' })
  await english

  // the person chooses French, and follows a link before it is there
  const french = activateLocale('fr')
  const screen = loadOtherTexts()
  await arrive('en rest', { cart: 'Cart' })
  await screen
  await arrive('fr first', { home: 'Accueil' })
  await arrive('fr rest', { cart: 'Panier' })
  await french
  expect(document.documentElement.lang).toBe('fr')
  expect([i18n._('home'), i18n._('cart')]).toEqual(['Accueil', 'Panier'])
})
