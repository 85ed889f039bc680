// @vitest-environment node
import { expect, test } from 'vitest'
import { mailboxOf } from '../../../../server/outbox/mail-throttle.ts'
import { isPublic } from '../../../../server/outbox/post.ts'

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

test.each([
  [true, '142.250.1.95 172.32.0.1 2a00:1450:4007::5f'],
  [false, '127.0.0.1 127.9.9.9 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1'],
  [false, '255.255.255.255 ::1 :: ::ffff:127.0.0.1 ::ffff:10.0.0.1 fd00::1 fe80::1 ff02::1 64:ff9b::7f00:1'],
])('whether these are public: %s, %s', (expected, addresses) => {
  for (const address of addresses.split(' ')) expect([address, isPublic(address)]).toEqual([address, expected])
})
