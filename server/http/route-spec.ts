import type { Static, TSchema } from 'typebox'
import type { EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Outcome, Refusal } from '../services/outcome.ts'
import type { SessionUser } from '../services/sessions.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { BodyType } from './bodies.ts'
import type { Pressure } from './pressure.ts'

export type UserOf<N extends EndpointName> = (typeof endpoints)[N]['who'] extends 'public' ? undefined : SessionUser

interface Call<N extends EndpointName, Q extends TSchema, B extends TSchema> {
  /** the last part of the address: an id of the right form, or the fish type */
  param: string
  /** the second id of an address that has two; else empty */
  secondParam: string
  query: Static<Q>
  body: Static<B>
  user: UserOf<N>
  /** the Idempotency-Key */
  key: string | undefined
  /** the If-Match header: the tags of what the client knows, where a change must not go over somebody else's */
  ifMatch: string | undefined
  /** the uploaded file */
  upload: Buffer | undefined
  /** the group of addresses that the call came from: what limits count and the log names */
  address: string
  /** the language that the client wants answers in */
  language: Locale
  /** the answer's text, cut to the fields of its schema */
  encode: (answer: unknown) => string
}

/** An answer that was stored together with what it says, sent word for word. */
export interface StoredAnswer {
  ok: true
  stored: { status: number; text: string; replayed: boolean }
}

export interface RouteSpec<N extends EndpointName, Q extends TSchema, B extends TSchema, A extends TSchema> {
  summary: string
  query?: Q
  body?: B
  /** body types, JSON when not said */
  accepts?: BodyType[]
  /** the form's field with the file */
  fileField?: string
  /** takes `limits.importBytes`, and minutes to arrive */
  large?: true
  /** older or foreign names of fields, put right before validation */
  prepare?: (body: Record<string, unknown>) => Record<string, unknown>
  /** none: 204 */
  answer?: A
  status?: 200 | 201
  /** a catalogue answer, saved until the catalogue changes */
  cached?: true
  /** a user who asks again waits until the answer before is taken */
  oneAtATime?: true
  handle: (call: Call<N, Q, B>) => Promise<Outcome<Static<A>> | StoredAnswer>
}

export interface RouteDeps {
  authenticate: (token: string, userAgent: string | undefined) => Promise<Outcome<SessionUser>>
  /** refuses writes, for instance when the disk is full */
  checkWrite: () => Promise<Refusal | undefined>
  cache: AnswerCache
  pressure: Pressure
}

/** What the description of the API is made from. */
export interface DescribedRoute {
  name: EndpointName
  summary: string
  query: TSchema | undefined
  body: TSchema | undefined
  accepts: BodyType[]
  fileField: string | undefined
  answer: TSchema | undefined
  status: number
}
