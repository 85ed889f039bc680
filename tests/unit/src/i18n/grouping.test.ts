import { expect, test } from 'vitest'
import { formatMoney } from '../../../../contract/texts/money.ts'
import { formatNumber } from '../../../../src/i18n/numbers.ts'

test('Spanish numbers have their thousands mark from 1000 on, as amounts and tonnes', () => {
  expect(formatNumber(1250, 'es')).toBe('1.250')
  expect(formatNumber(12_500, 'es')).toBe('12.500')
  expect(formatMoney(185_000, 'EUR', 'es')).toBe('1.850,00\u00a0€')
})
