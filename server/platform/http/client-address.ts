import { BlockList, isIP, isIPv4 } from 'node:net'

/** An address or network of the setting TRUST_PROXY: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
interface Net {
  address: string
  prefix: number
}

/** An IPv4 address inside an IPv6 one, as `URL` writes it: `::ffff:102:304`. */
const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

function unmap(address: string): string {
  const parts = mapped
    .exec(address)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16))
  return parts ? parts.flatMap((part) => [part >> 8, part & 255]).join('.') : address
}

/** Normalises an IP address as proxies write it: with a port, in brackets, with a zone, IPv4 inside IPv6. Else undefined. */
export function readAddress(text: string): string | undefined {
  const bare = text.trim()
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare)?.[1]
  const withPort = /^([\d.]+):\d{1,5}$/.exec(bare)?.[1]
  const [address = ''] = (inBrackets ?? withPort ?? bare).split('%')
  if (isIPv4(address)) return address
  return isIP(address) === 6 ? unmap(new URL(`http://[${address}]`).hostname.slice(1, -1)) : undefined
}

/** The unit that limits count: an IPv4 address, or the /64 that an IPv6 customer gets. */
export function addressGroup(address: string): string {
  if (isIPv4(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** The address group of a call. If a proxy reports no valid address, the proxy's own counts. */
export function callerGroup(request: { ip: string; socket: { remoteAddress?: string | undefined } }): string {
  const address = readAddress(request.ip) ?? readAddress(request.socket.remoteAddress ?? '')
  return address === undefined ? 'unknown' : addressGroup(address)
}

function readNet(text: string): Net | undefined {
  const [, start = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = readAddress(start)
  if (address === undefined || address !== start.toLowerCase()) return undefined
  const most = isIPv4(address) ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  return prefix >= 1 && prefix <= most ? { address, prefix } : undefined
}

/** Parses a comma-separated list of networks; undefined if one is invalid. */
export function readNets(text: string): Net[] | undefined {
  const nets = text.split(',').map((part) => readNet(part.trim()))
  return nets.every((net) => net !== undefined) ? nets : undefined
}

/** Fastify's `trustProxy`: trusts the given number of hops, or the addresses in the networks. */
export function trustOf(proxies: number | Net[]): (address: string, hop: number) => boolean {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  const trusted = new BlockList()
  const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
  for (const { address, prefix } of proxies) trusted.addSubnet(address, prefix, familyOf(address))
  return (text) => {
    const address = readAddress(text)
    return address !== undefined && trusted.check(address, familyOf(address))
  }
}
