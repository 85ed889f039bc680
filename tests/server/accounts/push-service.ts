import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Agent } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { PushInput } from '../../../contract/sw-messages.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A browser with a push subscription, and the function that decrypts its messages. */
export function pushBrowser(endpoint = `https://fcm.googleapis.com/fcm/send/${base64url(randomBytes(12))}`) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const input: PushInput = { endpoint, keys: { p256dh: own.getPublicKey('base64url'), auth: base64url(auth) } }
  /** RFC 8291 and RFC 8188, step by step; throws unless it was encrypted for this browser */
  function decrypt(body: Buffer): unknown {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
    const sender = body.subarray(21, 21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
    const sealed = body.subarray(21 + idLength)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // the last record ends with 2 and zeros
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }
  return { input, decrypt }
}

/** A subscription as a browser sends it. */
export const pushInput = (endpoint?: string) => pushBrowser(endpoint).input

/** Decodes the Authorization header (RFC 8292) and checks its signature with the key in it. */
export function readVapid(header: string): { key: string; isValid: boolean; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const isValid = verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
  return { key, isValid, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}

interface TakenPush {
  host: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A push service on this machine, and an agent that connects to it for every host, without checking names and certificates. */
export async function openPushService() {
  const taken: TakenPush[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url = '' } = request
      taken.push({ host: headers.host ?? '', path: url, headers, body: Buffer.concat(chunks) })
      const { status, headers: more = {} } = answers.shift() ?? { status: 201 }
      response.writeHead(status, more).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a listening server has an address with a port
  const { port } = server.address() as AddressInfo
  const agent = new Agent()
  agent.createConnection = () => connect(port, '127.0.0.1')
  return {
    agent,
    taken,
    /** statuses of the next answers; 201 after that */
    answerNext: (...statuses: (typeof answers)[number][]) => void answers.push(...statuses),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
