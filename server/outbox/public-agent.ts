import { lookup as dnsLookup } from 'node:dns'
import { Agent } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 networks without public hosts: this machine, private, link-local, reserved and multicast ones. */
const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits)
/** IPv6 networks inside of the public 2000::/3 that lead elsewhere: Teredo and other protocols, examples, 6to4. */
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')
/** All public hosts of IPv6. Outside are this machine, local networks, multicast, and IPv4 in other words (::ffff:0:0/96, 64:ff9b::/96). */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is on the public internet; false for anything else. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

const notAllowed = () => Object.assign(new Error('Not a public address.'), { code: 'EPRIVATE' })

/** Finds the addresses of a name, all of which must be public. The socket connects to what it returns and asks no second time. */
function publicLookup(lookup: typeof dnsLookup): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error, '', 4)
      if (found.some(({ address }) => !isPublic(address))) return done(notAllowed(), '', 4)
      // the caller wants either one address or all
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }
}

/** Sockets look up names only, so that addresses are checked here. */
class PublicAgent extends Agent {
  override createConnection(...given: Parameters<Agent['createConnection']>) {
    const { host } = given[0]
    if (host && isIP(host) !== 0 && !isPublic(host)) throw notAllowed()
    return super.createConnection(...given)
  }
}

/** An agent that connects to public addresses only, whatever the DNS answers for a host. */
export function createPublicAgent(lookup: typeof dnsLookup = dnsLookup): Agent {
  return new PublicAgent({ lookup: publicLookup(lookup) })
}
