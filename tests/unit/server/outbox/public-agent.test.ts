// @vitest-environment node
import { get } from 'node:https'
import { describe, expect, it } from 'vitest'
import { createPublicAgent, isPublic } from '../../../../server/outbox/public-agent.ts'

describe('the agent for push services', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '64:ff9b::7f00:1',
  ])('does not call %s', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  it.each(['142.250.1.95', '172.32.0.1', '2a00:1450:4007::5f'])('calls %s', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  it('does not connect to a name that resolves to this machine', async () => {
    const failed = new Promise((resolve) => {
      get('https://localhost:9/', { agent: createPublicAgent() }).on('error', resolve)
    })
    expect(await failed).toMatchObject({ code: 'EPRIVATE' })
  })
})
