import { lookup as dnsLookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { Agent, request as requestTls } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { DeliveryProblem } from '../../contract/webhooks.ts'

function networks(ranges: string): BlockList {
  const list = new BlockList()
  for (const range of ranges.trim().split(/\s+/)) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Networks without public hosts: of IPv4, and of IPv6 those inside of the public 2000::/3 (Teredo and other protocols, examples, 6to4). */
const notPublic = networks(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  2001::/23 2001:db8::/32 2002::/16 3fff::/20`)
/** All public hosts of IPv6. Outside are this machine, local networks, multicast, and IPv4 in other words (::ffff:0:0/96, 64:ff9b::/96). */
const global6 = networks('2000::/3')

/** Whether an IP address is on the public internet; false for anything else. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

const notAllowed = () => Object.assign(new Error('Not a public address.'), { code: 'EPRIVATE' })

/** Finds the addresses of a name, all of which must be public. The socket connects to what it returns and asks no second time. */
const publicLookup =
  (lookup: typeof dnsLookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error, '', 4)
      if (found.some(({ address }) => !isPublic(address))) return done(notAllowed(), '', 4)
      // the caller wants either one address or all
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
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
export const createPublicAgent = (lookup: typeof dnsLookup = dnsLookup): Agent =>
  new PublicAgent({ lookup: publicLookup(lookup) })

/** Milliseconds for the whole call. */
const callTime = 10_000
/** Bytes that are read of an answer, with what announces it, and thrown away: only its status counts. */
const answerBytes = 64 * 1024

interface Call {
  url: string
  headers: Record<string, string>
  body: string | Buffer
  /** aborts when the server stops */
  signal?: AbortSignal | undefined
}

/** An address did not answer. `problem` is undefined if the server stops. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly problem: DeliveryProblem | undefined
  /** for the log */
  readonly code: string
  constructor(problem: DeliveryProblem | undefined, cause?: unknown) {
    super('The address did not answer.', { cause })
    this.problem = problem
    this.code = problem ?? ''
  }
}

/** Posts and returns the status of the answer; rejects with `NoAnswer`. Follows no redirects. */
export type Post = (call: Call) => Promise<number>

/** Codes of wrong certificates, besides those that begin with `CERT` or `ERR_TLS`. */
const wrongCertificate = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']

function problemOf(error: unknown): DeliveryProblem {
  const { code }: { code?: unknown } = Object(error)
  const text = String(code)
  if (text === 'EPRIVATE') return 'private'
  if (wrongCertificate.includes(text) || /^(CERT|ERR_TLS|UNABLE_TO_GET_ISSUER)/.test(text)) return 'certificate'
  return text === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

interface PosterOptions {
  /** also http: and private addresses */
  allowsPrivate: boolean
  /** by default one that connects to public addresses only */
  agent?: Agent | undefined
  /** milliseconds; shorter in tests */
  time?: number
}

/** Calls addresses that others have chosen: webhooks, push services. Each call looks up its host anew and connects to the address that was checked. */
export const createPoster =
  ({ allowsPrivate, agent = createPublicAgent(), time = callTime }: PosterOptions): Post =>
  ({ url, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isTls = url.startsWith('https:')
      if (!isTls && !allowsPrivate) return reject(new NoAnswer('private'))
      const late = AbortSignal.timeout(time)
      let status: number | undefined
      const fail = (error: unknown) => {
        // it has come, whatever becomes of the rest
        if (status !== undefined) resolve(status)
        else if (signal?.aborted) reject(new NoAnswer(undefined, error))
        else reject(new NoAnswer(late.aborted ? 'timeout' : problemOf(error), error))
      }
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // a connection for each call: one that is open may be closing when the next event is sent
        agent: allowsPrivate ? false : agent,
        signal: signal ? AbortSignal.any([signal, late]) : late,
      }
      try {
        const call = (isTls ? requestTls : requestPlain)(url, options)
        call.on('error', fail)
        call.on('information', () => {
          if (Number(call.socket?.bytesRead) > answerBytes)
            call.destroy(new Error('No answer, only what announces one.'))
        })
        call.on('response', (response) => {
          const answered = response.statusCode ?? 0
          status = answered
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > answerBytes) response.destroy()
          })
          response.on('error', fail)
          response.on('close', () => resolve(answered))
        })
        call.end(body)
      } catch (error) {
        fail(error)
      }
    })
