// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { Locale } from '../../../../contract/locales.ts'
import { amountText, readAmount } from '../../../../src/i18n/amounts.ts'

const read = (text: string, locale: Locale, digits = 2) => {
  const found = readAmount(text, { locale, digits })
  return found.kind === 'amount' ? found.minor : found.kind
}

describe('amounts as people type them', () => {
  test.each([
    ['1850', 185000, 185000, 185000],
    ['١٨٥٠', 185000, 185000, 185000],
    ['１８５０，５', 185050, 185050, 185050],
    ['1850.5', 185050, 185050, 185050],
    ['1850,5', 185050, 185050, 185050],
    ['1850.50', 185050, 185050, 185050],
    ['1,850.00', 185000, 185000, 185000],
    ['1.850,00', 185000, 185000, 185000],
    ['1 850,00', 185000, 185000, 185000],
    ['1\u202f850,00', 185000, 185000, 185000],
    ['1.850,50', 185050, 185050, 185050],
    ['1850.505', 'decimals', 'unclear', 'unclear'],
    ['1\u00a0850', 185000, 185000, 185000],
    ["1'850", 185000, 185000, 185000],
    ['1,850', 185000, 'unclear', 'unclear'],
    ['1.850', 'unclear', 185000, 185000],
    ['1,213,500', 121350000, 'unclear', 'unclear'],
    ['1.213.500', 'unclear', 121350000, 121350000],
    ['0,500', 'unclear', 'decimals', 'decimals'],
    ['0.5', 50, 50, 50],
    ['0', 0, 0, 0],
    ['-50', -5000, -5000, -5000],
    ['\u221212,5', -1250, -1250, -1250],
    ['', 'unclear', 'unclear', 'unclear'],
    ['-', 'unclear', 'unclear', 'unclear'],
    ['1 85', 'unclear', 'unclear', 'unclear'],
    ['1e3', 'unclear', 'unclear', 'unclear'],
    ['12.345,678', 'decimals', 'decimals', 'decimals'],
    ['99999999999999999999', 'unclear', 'unclear', 'unclear'],
  ])('%s', (text, en, fr, es) => {
    expect([read(text, 'en'), read(text, 'fr'), read(text, 'es')]).toEqual([en, fr, es])
  })

  test('a currency without minor units accepts only zeros as decimals', () => {
    expect(read('1213500', 'fr', 0)).toBe(1213500)
    expect(read('1 213 500', 'fr', 0)).toBe(1213500)
    expect(read('1.213', 'es', 0)).toBe(1213)
    expect(read('1850,00', 'fr', 0)).toBe(1850)
    expect(read('1850,50', 'fr', 0)).toBe('decimals')
    expect(read('1,850', 'fr', 0)).toBe('unclear')
    expect(read('12345,850', 'fr', 0)).toBe('decimals')
  })

  test('with three decimals, one sign before three digits is ambiguous and refused', () => {
    expect(read('1850.125', 'en', 3)).toBe(1850125)
    expect(read('1,850.125', 'en', 3)).toBe(1850125)
    expect(read('1,850', 'en', 3)).toBe('unclear')
    expect(read('1.850', 'fr', 3)).toBe('unclear')
    expect(read('1,850', 'fr', 3)).toBe(1850)
  })

  test('the text of a field is read back as the same amount', () => {
    for (const locale of ['en', 'fr', 'es'] as const) {
      for (const digits of [0, 2, 3]) {
        for (const minor of [0, 1, 10, 99, 100, 1234, 185000, 1_000_000_000, -5, -100000]) {
          expect(read(amountText(minor, { locale, digits }), locale, digits)).toBe(minor)
        }
      }
    }
  })
})
