// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { readCatalog as catalogOf } from '../../../../tools/texts/missing-texts.ts'

const placeholders = (text: string) => [...new Set(text.match(/\{[a-z\d]\w*(?=[},])|<\/?\d+>/g) ?? [])].sort()

// `npm run check:texts` finds what is in the code and not in the catalogs
describe('the texts of the app', () => {
  it.each(['fr', 'es'] as const)('are all translated, with the same placeholders: %s', async (locale) => {
    const english = await catalogOf('en')
    const other = await catalogOf(locale)
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort())
    const wrong = Object.keys(english).filter((id) => {
      const text = other[id] ?? ''
      return text === '' || placeholders(text).join() !== placeholders(english[id] ?? '').join()
    })
    expect(wrong.map((id) => english[id])).toEqual([])
  })

  it('use the French words of the specification', async () => {
    expect((await catalogOf('fr')).passwordMismatch).toBe('Les mots de passe ne correspondent pas')
    expect((await catalogOf('es')).passwordMismatch).toBe('Las contraseñas no coinciden')
    expect((await catalogOf('en')).passwordMismatch).toBe('The passwords do not match')
  })
})
