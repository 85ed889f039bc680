import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

/** Networks without public hosts: this machine, private, link-local, reserved and multicast ones. */
const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits)
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is on the public internet. */
export function isPublic(address: string): boolean {
  return !notPublic.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return done(error, '', 4)
    if (found.some(({ address }) => !isPublic(address)))
      return done(Object.assign(new Error('Not a public address.'), { code: 'EPRIVATE' }), '', 4)
    // the caller wants either one address or all
    if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}

/** An agent that connects to public addresses only, whatever the DNS answers for a push service. */
export function createPublicAgent(): Agent {
  return new Agent({ lookup: publicLookup })
}
