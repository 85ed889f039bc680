import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentStyle, contrast, grounds, mendedAccent } from '../../../contract/accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((code) => `#${code.toString(16).padStart(6, '0')}`)

test('black on white has the contrast that WCAG names', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('every accent is readable on its ground, as is the ground on it, and a readable one stays', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom(...Object.values(grounds)), (hex, ground) => {
      const mended = mendedAccent(hex, ground)
      expect(contrast(mended, ground)).toBeGreaterThanOrEqual(4.5)
      expect(mendedAccent(mended, ground)).toBe(mended)
      if (contrast(hex, ground) >= 4.5) expect(mended).toBe(hex)
    }),
  )
})

test('what is no colour gives no style', () => {
  for (const hex of ['', 'red', '#fff', '#12345g', '#000000}body{display:none']) expect(accentStyle(hex)).toBe('')
  expect(accentStyle('#FFDD00')).toContain('--accent-contrast:#f7f6f3')
})
