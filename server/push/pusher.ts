import { type Agent, request } from 'node:https'
import type { PushService } from '../services/shop.ts'
import { createPublicAgent } from './public-agent.ts'

/** Seconds that a push service stores a message for a browser that is away: as long as an offer usually stands. */
const timeToLive = 7 * 24 * 60 * 60
/** Milliseconds. */
const timeout = 10_000

/** The library, loaded with the first message: most shops never send one. */
const loadLibrary = async () => (await import('web-push')).default

function post(endpoint: string, { headers, body, agent }: Outgoing): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(endpoint, { method: 'POST', headers, agent, signal: AbortSignal.timeout(timeout) })
    call.on('error', reject)
    call.on('response', (response) => {
      // nothing in it is of use, and it may be long; a redirect is an answer like any other
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    call.end(body)
  })
}
interface Outgoing {
  headers: Record<string, string | number>
  body: Buffer | null
  agent: Agent
}

/**
 * Sends messages to push services, encrypted for the browser (RFC 8291) and signed with the shop's keys (RFC 8292).
 * `subject` is an address, `mailto:` or `https:`, at which a push service reaches the shop.
 */
export function createPusher({
  subject,
  agent = createPublicAgent(),
}: {
  subject: string
  agent?: Agent | undefined
}): Pick<PushService, 'makeKeys' | 'send'> {
  return {
    makeKeys: async () => (await loadLibrary()).generateVAPIDKeys(),
    async send({ to, payload, topic, keys }) {
      const { generateRequestDetails } = await loadLibrary()
      const { endpoint, p256dh, auth } = to
      const vapidDetails = { subject, ...keys }
      const options = { vapidDetails, TTL: timeToLive, topic, contentEncoding: 'aes128gcm' } as const
      const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options)
      const statusCode = await post(endpoint, { headers, body, agent })
      if (statusCode < 200 || statusCode > 299)
        throw Object.assign(new Error('The push service did not take the message.'), { statusCode })
    },
  }
}
