import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { limitRules, plainRules } from '../../../../contract/fields.ts'
import { locales } from '../../../../contract/locales.ts'
import { problemCodes } from '../../../../contract/problem.ts'
import { type RefusedField, readRefusal } from '../../../../src/api/exchange.ts'
import { cartLineOf } from '../../../../src/db/cart.ts'
import { problemRefusal } from '../../../../src/db/outbox-rows.ts'
import { activateLocale, loadLaterMessages } from '../../../../src/i18n/locale.ts'
import { RefusalReasons } from '../../../../src/ui/refusal-reasons.tsx'
import { fish } from '../../../support/fishes.ts'

describe('what the server refuses', () => {
  beforeAll(loadLaterMessages)
  const shown = (refusal: Parameters<typeof RefusalReasons>[0]['refusal'], lines = [cartLineOf(fish(), 3, 1)]) =>
    render(
      <I18nProvider i18n={i18n}>
        <RefusalReasons refusal={refusal} lines={lines} />
      </I18nProvider>,
    ).container.textContent

  it('is in the language of the page, for each code and each rule', async () => {
    const detail = 'Only for programs.'
    const of = (field: RefusedField) => ({ status: 422, detail: 'No.', errors: [field] })
    const all: [string, Parameters<typeof shown>[0]][] = [
      ...problemCodes.map((code): (typeof all)[0] => [code, { status: 400, code, detail, errors: [] }]),
      ...plainRules.map((rule): (typeof all)[0] => [rule, of({ path: 'x', detail, rule })]),
      ...limitRules.map((rule): (typeof all)[0] => [rule, of({ path: 'x', detail, rule, params: { limit: 7 } })]),
    ]
    const told = new Map(all.map(([name]) => [name, new Set<string | null>()]))
    for (const locale of locales) {
      await activateLocale(locale)
      for (const [name, refusal] of all) told.get(name)?.add(shown(refusal))
    }
    const wrong = [...told].filter(([, texts]) => texts.size !== locales.length || [...texts].join().includes(detail))
    expect(wrong).toEqual([])
  })

  it('names the product in the language of the page', async () => {
    await activateLocale('fr')
    const gone = { path: 'orderItems.0.fishe', rule: 'productInShop', detail: 'Gone.' } as const
    const text = shown({ status: 422, code: 'invalid-fields', detail: gone.detail, errors: [gone] })
    expect(text).toContain(`${fish().trade_name_fr} · Ce produit n’est plus dans la boutique`)
  })

  it('keeps its text if another server or an earlier version stored it', async () => {
    await activateLocale('fr')
    const stored = { status: 422, detail: 'Zut.', errors: [{ path: 'orderItems.0.fishe', detail: 'Bof.' }] }
    expect(shown(problemRefusal(stored))).toMatch(/Zut\..*Bof\./)
  })

  it('without a text shows its status, and a missing connection has its own text', async () => {
    await activateLocale('fr')
    expect(shown(readRefusal(500, {}))).toContain('500')
    const offline = problemRefusal({ status: 0, detail: 'Network Error', connection: 'network' })
    expect(shown(offline)).toContain('Pas de connexion à la boutique.')
  })
})
