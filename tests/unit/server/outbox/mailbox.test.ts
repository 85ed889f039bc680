// @vitest-environment node
import { expect, test } from 'vitest'
import { mailboxOf } from '../../../../server/outbox/mail-throttle.ts'

test.each([
  ['Berta@Example.org', 'berta@example.org'],
  ['ｂｅｒｔａ@example.org', 'berta@example.org'],
  ['berta+shop@example.org', 'berta@example.org'],
  ['berta+a+b@example.org', 'berta@example.org'],
  ['+berta@example.org', '+berta@example.org'],
  // most providers tell these apart
  ['ber.ta@example.org', 'ber.ta@example.org'],
  ['B.er.ta+x@gmail.com', 'berta@gmail.com'],
  ['berta@googlemail.com', 'berta@gmail.com'],
  ['berta@bücher.example', 'berta@xn--bcher-kva.example'],
  ['berta@xn--bcher-kva.example', 'berta@xn--bcher-kva.example'],
])('%s reaches the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
