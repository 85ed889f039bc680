import { expect, test } from 'vitest'
import { firstScreenParts } from '../../../../src/theme/first-screen-parts.ts'
import { system } from '../../../../src/theme/system.ts'

const { first, later } = firstScreenParts(system)

test('the focus ring and reduced motion are styled before the first products, the mark of the shop after them', () => {
  for (const what of [':focus-visible', 'prefers-reduced-motion']) expect(JSON.stringify(first)).toContain(what)
  expect(JSON.stringify(first)).not.toContain('icon.svg')
  expect(JSON.stringify(later)).toContain('icon.svg')
})
