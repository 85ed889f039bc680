// @vitest-environment node
import { expect, test } from 'vitest'
import { OrderItem } from '../../../contract/orders.ts'
import { emptyValue, factsLine, filledFacts, lineFields } from '../../../contract/product-fields.ts'

const octopus = {
  ...{ code: 'OCT-T6', size: 'T6 (0.8-1.2 kg)', weight: '19 kg', packing: '20 kg carton' },
  ...{ presentation: 'gutted', treatment: 'frozen', glazing: 12.5 },
}
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test.each([
  ['en', 'T6 (0.8-1.2 kg) · 20 kg carton · 19 kg · gutted · frozen · 12.5% glazing · Art. OCT-T6'],
  ['fr', 'T6 (0,8-1,2 kg) · carton de 20 kg · 19 kg · éviscéré · congelé · glazurage 12,5 % · Art. OCT-T6'],
  ['es', 'T6 (0,8-1,2 kg) · caja de 20 kg · 19 kg · eviscerado · congelado · glaseado 12,5 % · Art. OCT-T6'],
] as const)('the facts of a line are one line of text in %s', (locale, line) => {
  expect(plain(factsLine(octopus, locale))).toBe(line)
})

test('every fact is in the line, in the contract, and left out when it is empty', () => {
  const every = Object.fromEntries(lineFields.map((fact, at) => [fact, emptyValue(fact) === 0 ? 12.5 : `words ${at}`]))
  for (const fact of lineFields) {
    expect(OrderItem.entries).toHaveProperty(fact)
    const without = { ...every, [fact]: emptyValue(fact) }
    expect(factsLine(without, 'en')).not.toBe(factsLine(every, 'en'))
    expect(Object.keys(filledFacts(without)).sort()).toEqual(lineFields.filter((each) => each !== fact).sort())
  }
  expect(factsLine({}, 'en')).toBe('')
})

test('what two fields say in the same words is said once', () => {
  expect(factsLine({ weight: '20 kg carton', packing: '20 kg carton' }, 'en')).toBe('20 kg carton')
})
