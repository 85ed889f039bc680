import { expect, test } from 'vitest'
import { firstScreenParts } from '../../../../src/theme/first-screen-parts.ts'
import { system } from '../../../../src/theme/system.ts'

const { first, later } = firstScreenParts(system)

test.each([':hover', ':disabled', '[data-invalid]', '[aria-current=page]', '@media print', 'icon.svg'])(
  'what stands before the first products has no rule with %s; the end of the page has it',
  (what) => {
    expect(JSON.stringify(first)).not.toContain(what)
    expect(JSON.stringify(later)).toContain(what)
  },
)

test('the focus ring and reduced motion are styled before the first products', () => {
  for (const what of [':focus-visible', 'prefers-reduced-motion']) expect(JSON.stringify(first)).toContain(what)
})
