// @vitest-environment node
import { expect, test } from 'vitest'
import { isPhone, logoIcon, newShop, readAbout, textIn } from '../../../../contract/shop.ts'
import { isTimeZone } from '../../../../contract/shop-input.ts'

test('an empty translation is replaced by English', () => {
  const texts = { en: 'Home', fr: 'Accueil', es: '' }
  expect([textIn(texts, 'fr'), textIn(texts, 'es')]).toEqual(['Accueil', 'Home'])
})

test('the text about the shop is parsed into paragraphs, sections and their parts', () => {
  const text = 'First.\nSame.\r\n\r\nSecond.\n# One\nA.\n\nB.\n\n## Part\n\nC.\n#Two\n\n### Not a heading'
  expect(readAbout(text)).toEqual({
    lead: ['First.\nSame.', 'Second.'],
    sections: [
      { title: 'One', paragraphs: ['A.', 'B.'], parts: [{ title: 'Part', paragraphs: ['C.'], parts: [] }] },
      { title: 'Two', paragraphs: ['### Not a heading'], parts: [] },
    ],
  })
  expect(readAbout('')).toEqual({ lead: [], sections: [] })
})

test('a very long text is parsed quickly', () => {
  // so long that a quadratic pattern would not end within the test's time
  const { lead } = readAbout('\n'.repeat(400_000) + '# '.repeat(200_000) + '\n \n'.repeat(200_000))
  expect(lead.length).toBeLessThan(2)
})

test.each(['+221 33 800 00 00', '(0)5-22.33/44', '12345'])('%s is a telephone number', (phone) => {
  expect(isPhone(phone)).toBe(true)
})

test.each(['1234', '+', 'tel:12345', '1234567890123456', '12345;ext'])('%s is not a telephone number', (phone) => {
  expect(isPhone(phone)).toBe(false)
})

test('time zones are those of IANA', () => {
  expect([isTimeZone('Africa/Dakar'), isTimeZone('UTC'), isTimeZone('Mars/Base'), isTimeZone('')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('only stored logos have icons', () => {
  expect(logoIcon('/images/0123456789abcdef/640.webp', 'small')).toBe('/images/0123456789abcdef/icon-192.png')
  for (const logo of ['', newShop.logo, 'https://evil.example/images/0123456789abcdef/640.webp', '/images/../640.webp'])
    expect(logoIcon(logo, 'small')).toBeUndefined()
})
