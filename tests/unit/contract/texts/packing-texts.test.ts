// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { translatePacking } from '../../../../contract/texts/packing-texts.ts'
import { loadDemoCatalogue } from '../../../../server/demo/demo-catalogue.ts'

const products = await loadDemoCatalogue()
const packings = [...new Set(products.flatMap((one) => [one.size, one.packing, one.presentation, one.conservation]))]

/** Texts that are the same in every language: units, counts, grades of octopus and red shrimp, and codes of cuts. */
const international = (text: string) => !/[a-z]/i.test(text.replace(/\b(kg|g|lb|oz|cm|x|[TL]\d|HOSO|HLSO|H&G)\b/g, ''))

describe('size and packing', () => {
  it.each([
    ['20-25 pcs/kg', '20-25 pièces/kg', '20-25 piezas/kg'],
    ['16/20 pcs/lb', '16/20 pièces/lb', '16/20 piezas/lb'],
    ['20 kg carton', 'carton de 20 kg', 'caja de 20 kg'],
    ['6 x 1.8 kg carton', 'carton de 6 x 1,8 kg', 'caja de 6 x 1,8 kg'],
    ['13.6 kg carton (30 lb)', 'carton de 13,6 kg (30 lb)', 'caja de 13,6 kg (30 lb)'],
    ['10 kg polystyrene box', 'caisse polystyrène de 10 kg', 'caja de poliestireno de 10 kg'],
    ['15 kg net bag', 'filet de 15 kg', 'malla de 15 kg'],
    ['1.8-3.4 kg', '1,8-3,4 kg', '1,8-3,4 kg'],
    ['10 kg and up', '10 kg et plus', '10 kg o más'],
    ['20 kg block', 'bloc de 20 kg', 'bloque de 20 kg'],
    ['loin', 'longe', 'lomo'],
    ['Loin, frozen', 'Longe, congelé', 'Lomo, congelado'],
    ['T6 (0.8-1.2 kg)', 'T6 (0,8-1,2 kg)', 'T6 (0,8-1,2 kg)'],
    ['L1 (10/20 pcs/kg)', 'L1 (10/20 pièces/kg)', 'L1 (10/20 piezas/kg)'],
    ['No. 3 (66-85 g)', 'n° 3 (66-85 g)', 'n.º 3 (66-85 g)'],
    ['20-25 cm (mantle)', '20-25 cm (manteau)', '20-25 cm (manto)'],
    ['Bulk, reefer container', 'Vrac, conteneur frigorifique', 'A granel, contenedor frigorífico'],
    ['cooked, HOSO', 'cuit, HOSO', 'cocido, HOSO'],
    ['Frozen', 'Congelé', 'Congelado'],
    ['1 fish per insulated coffin', '1 poisson par caisse isotherme', '1 pieza por caja isotérmica'],
  ])('%s', (text, fr, es) => {
    expect([translatePacking(text, 'en'), translatePacking(text, 'fr'), translatePacking(text, 'es')]).toEqual([
      text,
      fr,
      es,
    ])
  })

  it('leaves no text of the catalogue in English', () => {
    const worded = packings.filter((text) => !international(text))
    expect(worded.length).toBeGreaterThan(20)
    for (const locale of ['fr', 'es'] as const)
      expect(worded.filter((text) => translatePacking(text, locale) === text)).toEqual([])
  })

  it('writes every decimal of the catalogue with a comma', () => {
    for (const locale of ['fr', 'es'] as const)
      expect(packings.map((text) => translatePacking(text, locale)).filter((text) => /\d\.\d/.test(text))).toEqual([])
  })

  it.each([
    '',
    'as agreed',
    '20 kg drum',
    '1.5 kg carton (approx. 2 fish)',
    'constructor',
    'Bulk, on request',
    '20 kg',
  ])('returns "%s" unchanged', (text) => {
    expect(translatePacking(text, 'fr')).toBe(text)
    expect(translatePacking(text, 'es')).toBe(text)
  })
})
