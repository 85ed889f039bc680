import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { activateLocale } from '../../../../src/i18n/locale.ts'

/** Catalogs that the test loads one by one, each with one text. */
const pending = vi.hoisted(() => new Map<string, (messages: Record<string, string>) => void>())
const held = vi.hoisted(() => (name: string) => async () => {
  const messages = await new Promise<Record<string, string>>((resolve) => pending.set(name, resolve))
  return { messages }
})
vi.mock('../../../../src/locales/fr.po?first', held('fr'))
vi.mock('../../../../src/locales/es.po?first', held('es'))

async function arrive(name: string, texts: Record<string, string>): Promise<void> {
  await expect.poll(() => pending.has(name)).toBe(true)
  pending.get(name)?.(texts)
}

test('the language chosen last stays, even if an earlier choice loads after it', async () => {
  const french = activateLocale('fr')
  const spanish = activateLocale('es')
  await arrive('es', { home: 'Inicio' })
  await spanish
  await arrive('fr', { home: 'Accueil' })
  await french
  expect(document.documentElement.lang).toBe('es')
  expect(i18n._('home')).toBe('Inicio')
})
