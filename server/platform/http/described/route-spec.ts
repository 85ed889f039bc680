import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import type { EndpointName, endpoints } from '../../../../contract/endpoints.ts'
import type { Locale } from '../../../../contract/locales.ts'
import type { Actor, Caller, SessionUser } from '../../caller.ts'
import type { Answered } from '../../idempotency.ts'
import type { InPieces, Outcome, Refusal } from '../../outcome.ts'
import type { AnswerCache } from '../answer-cache.ts'
import type { BodyType } from '../bodies.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Pressure } from '../pressure.ts'

/** The signed-in user, who is also the actor of changes; undefined for public calls. */
export type UserOf<N extends EndpointName> = (typeof endpoints)[N]['who'] extends 'public'
  ? undefined
  : SessionUser & Actor

interface Call<N extends EndpointName, Q extends v.GenericSchema, B extends v.GenericSchema> {
  /** the first parameter of the path: a UUID, or the fish type; else empty */
  param: string
  /** the second parameter of the path; else empty */
  secondParam: string
  query: v.InferOutput<Q>
  body: v.InferOutput<B>
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
  /** serialises an answer with the fields of its schema */
  encode: (answer: unknown) => string
}

export interface RouteSpec<
  N extends EndpointName,
  Q extends v.GenericSchema,
  B extends v.GenericSchema,
  A extends v.GenericSchema,
> {
  summary: string
  query?: Q
  body?: B
  /** body types; by default JSON */
  accepts?: BodyType[]
  /** the form's field with the file */
  fileField?: string
  /** accepts bodies of `limits.importBytes` that take minutes to arrive */
  large?: true
  /** names of a form's fields that only `prepare` knows */
  foreignFields?: string[]
  /** maps old or foreign field names before validation */
  prepare?: (body: Record<string, unknown>) => Record<string, unknown>
  /** without it, the call answers 204 */
  answer?: A
  status?: 200 | 201
  /** a catalogue answer, cached until the catalogue changes */
  cached?: true
  /** the answer is a stream of server-sent events, which stays open */
  stream?: true
  /** sends the answer, which are bytes and no JSON, itself */
  sends?: (request: FastifyRequest, reply: FastifyReply, value: v.InferOutput<A>) => Promise<FastifyReply>
  handle: (call: Call<N, Q, B>) => Promise<Outcome<v.InferOutput<A>> | Answered | InPieces>
}

export interface RouteDeps {
  authenticate: (token: string, userAgent: string | undefined) => Promise<Outcome<SessionUser>>
  /** checks session and right of a caller again, after the body has come */
  recheck: (caller: Caller) => Promise<Refusal | undefined>
  /** refuses writes, for instance when the disk is full */
  checkWrite: () => Promise<Refusal | undefined>
  cache: AnswerCache
  pressure: Pressure
}

/** A route as the OpenAPI document needs it. */
export interface DescribedRoute {
  name: EndpointName
  summary: string
  query: JsonSchema | undefined
  body: JsonSchema | undefined
  accepts: BodyType[]
  fileField: string | undefined
  foreignFields: string[]
  answer: JsonSchema | undefined
  answerType: string
  status: number
}
