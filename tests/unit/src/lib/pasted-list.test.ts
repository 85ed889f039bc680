// @vitest-environment node
import { expect, test } from 'vitest'
import type { Locale } from '../../../../contract/locales.ts'
import { readPastedList } from '../../../../src/lib/pasted-list.ts'

const read = (text: string, locale: Locale = 'en') => readPastedList(text, locale).map(({ words, qty }) => [words, qty])

test.each<[string, Locale, [string, number | undefined][]]>([
  [
    'poulpe T4 12t, 5 t hake 300-500 / QS-101;2,5',
    'fr',
    [
      ['poulpe T4', 12],
      ['hake 300-500', 5],
      ['QS-101', 2.5],
    ],
  ],
  [
    'poulpe T4 12t, 5 t hake 300-500',
    'fr',
    [
      ['poulpe T4', 12],
      ['hake 300-500', 5],
    ],
  ],
  ['QS-101;2,5', 'es', [['QS-101', 2.5]]],
  [
    'QS-101\t2.5\nQS-102\t1,000',
    'en',
    [
      ['QS-101', 2.5],
      ['QS-102', 1000],
    ],
  ],
  ['merluza 4 toneladas y media', 'es', [['merluza media', 4]]],
  [
    'Il me faut 5 tonnes de merlu et 1 500 kg de thon',
    'fr',
    [
      ['Il me faut de merlu', 5],
      ['de thon', 1.5],
    ],
  ],
  ['Octopus, whole, frozen: 12,5 T', 'en', [['Octopus whole frozen', 12.5]]],
  ['- 500 kg Langoustine 16/20', 'en', [['Langoustine 16/20', 0.5]]],
  ['3 x cuttlefish', 'en', [['cuttlefish', 3]]],
  ['cuttlefish 20 kg boxes 6 t', 'en', [['cuttlefish 20 kg boxes', 6]]],
  ['Hola, buenos días', 'es', [['Hola buenos días', undefined]]],
  ['sole', 'en', [['sole', undefined]]],
])('%s', (text, locale, wanted) => {
  expect(read(text, locale)).toEqual(wanted)
})
