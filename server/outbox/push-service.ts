import type { Agent } from 'node:https'
import { createPoster } from './post.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

interface PushOut {
  to: { endpoint: string; p256dh: string; auth: string }
  payload: string
  /** a message replaces an undelivered one with the same topic */
  topic: string
  keys: PushKeys
}

export interface PushService {
  /** of push services; `*.` before a name matches all its subdomains */
  hosts: readonly string[]
  makeKeys(): Promise<PushKeys>
  /** sends a message to the push service; rejects with its `statusCode` if the service refuses it */
  send(message: PushOut): Promise<void>
}

/** Seconds that a push service stores a message for an offline browser; the default validity of an offer. */
const timeToLive = 7 * 24 * 60 * 60
/** Loads the library at first use, because most shops never send a push message. */
const loadLibrary = async () => (await import('web-push')).default

/** Sends messages to push services, encrypted (RFC 8291) and signed with the shop's keys (RFC 8292). `subject` is its contact: `mailto:` or `https:`. */
export function createPusher({ subject, agent }: { subject: string; agent?: Agent | undefined }) {
  const post = createPoster({ allowsPrivate: false, agent })
  return {
    makeKeys: async (): Promise<PushKeys> => (await loadLibrary()).generateVAPIDKeys(),
    async send({ to, payload, topic, keys }: PushOut): Promise<void> {
      const { generateRequestDetails } = await loadLibrary()
      const { endpoint, p256dh, auth } = to
      const vapidDetails = { subject, ...keys }
      const options = { vapidDetails, TTL: timeToLive, topic, contentEncoding: 'aes128gcm' } as const
      const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options)
      const statusCode = await post({ url: endpoint, headers, body: body ?? '' })
      if (statusCode < 200 || statusCode > 299)
        throw Object.assign(new Error('The push service did not take the message.'), { statusCode })
    },
  }
}
