// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { callerGroup } from '../../../../server/http/caller.ts'
import { readSettings } from '../../../../server/settings.ts'

const groupOf = (ip: string) => callerGroup({ ip, socket: { remoteAddress: '10.9.9.9' } })

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['203.0.113.7:51234', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:8443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (written, group) => {
  expect(groupOf(written)).toBe(group)
})

test.each(['unknown', '', '_hidden', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4:x', 'a'.repeat(5000), '1.2.3.4, 5'])(
  'garbage (%s) counts as the proxy that wrote it',
  (written) => {
    expect(groupOf(written)).toBe('10.9.9.9')
  },
)

test('a call without an address has a group as well', () => {
  expect(callerGroup({ ip: 'x', socket: {} })).toBe('unknown')
})

describe('the setting TRUST_PROXY', () => {
  const trusted = (text: string) => readSettings({ TRUST_PROXY: text }).trustProxy
  test('takes addresses and networks, or a number of hops', () => {
    expect(trusted('10.0.0.0/8, 192.0.2.1,fd00::/8')).toEqual(['10.0.0.0/8', '192.0.2.1', 'fd00::/8'])
    expect([trusted('2'), trusted('')]).toEqual([2, false])
  })

  test.each(['loopback', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1:80', 'fd00::/129', '12', '1,2', '10.0.0.1/x'])(
    'refuses %s',
    (text) => {
      expect(() => trusted(text)).toThrow('TRUST_PROXY')
    },
  )
})
