import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { locales } from '../../../contract/locales.ts'
import { problemCodes } from '../../../contract/problem.ts'
import { fieldProblems } from '../../../server/http/validation.ts'
import { cartLineOf } from '../../../src/db/cart.ts'
import { activateLocale } from '../../../src/i18n/locale.ts'
import { fieldProblemText } from '../../../src/ui/field-problem.ts'
import { RefusalReasons } from '../../../src/ui/refusal-reasons.tsx'
import { fish } from '../catalogue/fishes.ts'

const server = join(import.meta.dirname, '../../../server')

describe('what the server refuses', () => {
  /** Every sentence that the services say about a field, as it stands in their code. */
  const inCode = ['services', 'routes'].flatMap((folder) =>
    readdirSync(join(server, folder)).flatMap((name) => {
      const code = readFileSync(join(server, folder, name), 'utf8')
      const lines = code.split('\n').filter((text) => /refuseFields\(|\.push\(\[|\[\[/.test(text))
      return lines.flatMap((text) =>
        [...text.matchAll(/\[+[^[\],]+, ?(['`])(.+?)\1\]/g)].map((found) => found[2] ?? ''),
      )
    }),
  )
  const keywords: [string, Record<string, unknown>][] = [
    ['required', { missingProperty: 'name' }],
    ['type', { type: 'string' }],
    ['type', { type: 'integer' }],
    ['minLength', { limit: 1 }],
    ['pattern', { pattern: '^([A-Z]{3})?$' }],
    ['const', {}],
    ['format', {}],
    ...['minLength', 'maxLength', 'minimum', 'exclusiveMinimum', 'maximum', 'minItems', 'maxItems'].map(
      (keyword): [string, Record<string, unknown>] => [keyword, { limit: 6 }],
    ),
  ]
  const bySchema = fieldProblems(
    keywords.map(([keyword, params], at) => ({ keyword, params, instancePath: `/f${at}`, schemaPath: '' })),
  )

  it('about a field has a sentence in the app', () => {
    const sentences = [
      ...inCode,
      ...bySchema.map(({ detail }) => detail),
      'x contains a character that is not allowed.',
    ]
    expect(inCode.length).toBeGreaterThan(9)
    expect(bySchema).toHaveLength(keywords.length)
    expect(sentences.filter((sentence) => fieldProblemText(sentence) === undefined)).toEqual([])
  })

  const shown = (refusal: Parameters<typeof RefusalReasons>[0]['refusal'], lines = [cartLineOf(fish(), 3, 1)]) =>
    render(
      <I18nProvider i18n={i18n}>
        <RefusalReasons refusal={refusal} lines={lines} />
      </I18nProvider>,
    ).container.textContent

  it.each(problemCodes)('with %s is said in the language of the page', async (code) => {
    const told: (string | null)[] = []
    for (const locale of locales) {
      await activateLocale(locale)
      told.push(shown({ code, detail: 'Only for programs.', errors: [] }))
    }
    expect(new Set(told).size).toBe(3)
    expect(told).not.toContain('Only for programs.')
  })

  it('names the product in the language of the page; a strange sentence stays as it is', async () => {
    await activateLocale('fr')
    const path = 'orderItems.0.fishe'
    const gone = { path, detail: 'This product is no longer in the shop.' }
    const text = shown({ code: 'invalid-fields', detail: gone.detail, errors: [gone] })
    expect(text).toContain(`${fish().trade_name_fr} · Ce produit n’est plus dans la boutique`)
    expect(shown({ detail: 'Network Error', errors: [] })).toContain('Erreur de réseau')
    expect(shown({ detail: 'Zut.', errors: [{ path, detail: 'Bof.' }] })).toContain('Bof.')
  })
})
