import { expect, it } from 'vitest'
import { oneLine } from '../../../../contract/fields.ts'
import { newShop, readLinks } from '../../../../contract/shop.ts'
import { mailHtml } from '../../../../server/outbox/mailer.ts'

const many = 100_000

// a pattern that reads a text again from each of its letters takes longer than a test may
it.each([
  ['a', 'letters'],
  ['a.', 'dots'],
  ['http://', 'addresses'],
  ['a@', 'mailboxes'],
  [' ', 'spaces'],
  ['\n', 'line breaks'],
  [' \t', 'tabs'],
])('a hundred thousand of %j are read in one go', (part) => {
  const text = `x${part.repeat(many)}x`
  expect(
    readLinks(text)
      .map((each) => each.text)
      .join(''),
  ).toBe(text)
  expect(oneLine(text).length).toBeLessThanOrEqual(text.length)
  const mail = { subject: 's', language: 'en', text: `${text}\nhttps://quay.example/` } as const
  expect(mailHtml(mail, newShop, 'https://quay.example')).toContain('quay.example')
})

it('finds the addresses of pages and mailboxes', () => {
  expect(readLinks('See https://quay.example/a, or (desk+b@quay.example).')).toEqual([
    { text: 'See ' },
    { text: 'https://quay.example/a', href: 'https://quay.example/a' },
    { text: ', or (' },
    { text: 'desk+b@quay.example', href: 'mailto:desk+b@quay.example' },
    { text: ').' },
  ])
})
