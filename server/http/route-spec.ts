import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import type { CallName, Calls } from '../../contract/calls.ts'
import type { Locale } from '../../contract/locales.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { Actor, Caller, SessionUser } from './caller.ts'
import type { Answer } from './refusal.ts'

/** The signed-in user, who is also the actor of changes; undefined for public calls. */
type UserOf<N extends CallName> = Calls[N] extends { who: 'public' } ? undefined : SessionUser & Actor

type Parsed<N extends CallName, Part extends 'query' | 'body'> =
  Calls[N] extends Record<Part, infer Shape extends v.GenericSchema> ? v.InferOutput<Shape> : undefined

export interface CallOf<N extends CallName> {
  /** the first parameter of the path: a UUID, or the fish type; else empty */
  param: string
  /** the second parameter of the path; else empty */
  secondParam: string
  query: Parsed<N, 'query'>
  body: Parsed<N, 'body'>
  user: UserOf<N>
  /** the Idempotency-Key */
  key: string | undefined
  /** the If-Match header: ETags of the version that the client has edited */
  ifMatch: string | undefined
  /** the uploaded file */
  upload: Buffer | undefined
  /** the caller's address group, which limits count and the log names */
  address: string
  /** from Accept-Language */
  language: Locale
}

/** Sends an answer of bytes. */
export type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What a handler answers; nothing for 204. */
export type AnswerTo<N extends CallName> = Calls[N] extends { sends: infer Kind }
  ? Kind extends 'events'
    ? Readable
    : Send
  : Calls[N] extends { answer: infer Shape extends v.GenericSchema }
    ? v.InferOutput<Shape>
    : void

export type Handler<N extends CallName> = (
  deps: ServiceDeps,
  call: CallOf<N>,
) => Promise<AnswerTo<N> | Answer<AnswerTo<N>> | (N extends 'downloadOwnData' ? Readable : never)>

export type Handlers = { [N in CallName]: Handler<N> }

export interface RouteDeps {
  authenticate: (token: string, userAgent: string | undefined) => Promise<SessionUser>
  /** checks session and right of a caller again, where something is stored without a transaction */
  recheck: (caller: Caller) => Promise<void>
  /** refuses writes, for instance when the disk is full */
  checkWrite: () => Promise<void>
  cache: AnswerCache
}
