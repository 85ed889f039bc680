import { request as requestPlain } from 'node:http'
import { type Agent, request as requestTls } from 'node:https'
import type { DeliveryProblem } from '../../contract/webhooks.ts'
import { createPublicAgent } from '../outbox/public-agent.ts'

/** Milliseconds for the whole call. */
const callTime = 10_000
/** Bytes that are read of an answer, with what announces it, and thrown away: only its status counts. */
const answerBytes = 64 * 1024

interface WebhookCall {
  url: string
  headers: Record<string, string>
  body: string
  /** aborts when the server stops */
  signal?: AbortSignal | undefined
}

/** An address did not answer. `problem` is undefined if the server stops. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly problem: DeliveryProblem | undefined
  constructor(problem: DeliveryProblem | undefined, cause?: unknown) {
    super('The address did not answer.', { cause })
    this.problem = problem
  }
}

/** Posts an event and returns the status of the answer; rejects with `NoAnswer`. Follows no redirects. */
export type PostWebhook = (call: WebhookCall) => Promise<number>

/** Codes of wrong certificates, besides those that begin with `CERT` or `ERR_TLS`. */
const wrongCertificate = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']

function problemOf(error: unknown): DeliveryProblem {
  const { code }: { code?: unknown } = Object(error)
  const text = String(code)
  if (text === 'EPRIVATE') return 'private'
  if (wrongCertificate.includes(text) || /^(CERT|ERR_TLS|UNABLE_TO_GET_ISSUER)/.test(text)) return 'certificate'
  return text === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

interface CallerOptions {
  /** also http: and private addresses */
  allowsPrivate: boolean
  /** by default one that connects to public addresses only */
  agent?: Agent | undefined
  /** milliseconds; shorter in tests */
  time?: number
}

/** Calls the addresses of webhooks. Each call looks up its host anew and connects to the address that was checked. */
export function createWebhookCaller({
  allowsPrivate,
  agent = createPublicAgent(),
  time = callTime,
}: CallerOptions): PostWebhook {
  return ({ url, headers, body, signal }) =>
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
}
