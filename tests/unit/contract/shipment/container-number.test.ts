// @vitest-environment node
import { expect, test } from 'vitest'
import { isContainerNumber, toContainerNumber } from '../../../../contract/shipment/milestones.ts'

// the first is the example of the standard
test.each(['CSQU3054383', 'MSCU6639870', 'MSKU9070323', 'TGHU1000050'])('%s is a container number', (number) => {
  expect(isContainerNumber(number)).toBe(true)
  const digit = Number(number.at(-1))
  const others = Array.from({ length: 9 }, (_, at) => number.slice(0, 10) + String((digit + at + 1) % 10))
  expect(others.filter(isContainerNumber)).toEqual([])
})

test.each(['', 'CSQU305438', 'CSQU30543833', 'csqu3054383', 'CSQA3054383', 'CSQU 3054383', '1SQU3054383'])(
  '“%s” is none',
  (text) => {
    expect(isContainerNumber(text)).toBe(false)
  },
)

test('a number may be typed with spaces and small letters', () => {
  expect(toContainerNumber(' csqu 305438-3 ')).toBe('CSQU3054383')
})
