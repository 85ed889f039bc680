import * as v from 'valibot'
import type { Right } from '../accounts.ts'
import { limits } from '../limits.ts'

/** Who may call: everybody; any signed-in user; the owner, or an administrator with the right; without `who`, only administrators with the right. */
export type Access = { who: 'public' | 'user'; right?: never } | { who?: 'owner'; right: Right }
/** The types of a body, by default JSON. */
export type BodyType = 'json' | 'form' | 'multipart'

interface Details {
  /** takes an `Idempotency-Key` */
  keyed?: true
  /** a second right with which the call may be made */
  also?: Right
  /** the right with which API keys may call, where `rightForKeys` has another rule */
  keys?: Right
  query?: v.ObjectSchema<v.ObjectEntries, undefined>
  body?: v.GenericSchema
  accepts?: readonly BodyType[]
  /** the form's field with the file */
  fileField?: string
  /** refused without that file */
  needsFile?: true
  /** accepts bodies of `limits.importBytes` that take minutes to arrive */
  large?: true
  /** other names of fields, by the name that the body has not */
  aliases?: Record<string, string>
  /** fields that are empty count as left out, as forms send them */
  dropsEmpty?: true
  /** without it, the call answers 204 */
  answer?: v.GenericSchema
  status?: 200 | 201
  /** an answer of the catalogue, cached until the catalogue changes */
  cached?: true
  /** the answer is no JSON: server-sent events, or bytes */
  sends?: 'events' | 'bytes'
  /** of bytes that always have one type */
  mediaType?: string
}

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** below `/api`; `:name` is a parameter. Answers with and without the trailing slash. */
  path: string
  summary: string
}

export type Call = Access & Route & Details

/** What makes the calls of those who may make them, as in `everybody.get('/shop/', 'The settings of the shop', { … })`. */
// @__NO_SIDE_EFFECTS__
export function callsOf<const Who extends Access>(who: Who) {
  const made =
    <const Method extends Route['method'], const Common extends Details>(method: Method, common: Common) =>
    <const Path extends string, const More extends Details = object>(path: Path, summary: string, more?: More) => {
      const call = { method, path, summary, ...who, ...common, ...more }
      // left out, `more` adds nothing
      return call as { method: Method; path: Path; summary: string } & Who & Common & More
    }
  return {
    get: made('GET', {}),
    post: made('POST', {}),
    /** answers 201 */
    create: made('POST', { status: 201 }),
    put: made('PUT', {}),
    delete: made('DELETE', {}),
  }
}

/** The form with a picture alone. */
export const onePicture = {
  body: /* @__PURE__ */ v.object({}),
  accepts: ['multipart'],
  fileField: 'image',
  needsFile: true,
} as const

export const everybody = /* @__PURE__ */ callsOf({ who: 'public' })
export const signedIn = /* @__PURE__ */ callsOf({ who: 'user' })
export const people = /* @__PURE__ */ callsOf({ right: 'people' })
export const shop = /* @__PURE__ */ callsOf({ right: 'shop' })
export const lastPage = 999_999_999
/** A number from 1 on in a query. */
// @__NO_SIDE_EFFECTS__
export const fromOne = (meaning: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(lastPage), v.description(meaning))
// @__NO_SIDE_EFFECTS__
const pages = (most: number) => ({
  page: v.optional(fromOne('from 1; past the end: the last page')),
  per_page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))),
})

export const paging = /* @__PURE__ */ pages(limits.perPageMax)
export const ownPaging = /* @__PURE__ */ pages(limits.ownOrdersPerPage)
export const keyword = /* @__PURE__ */ v.optional(v.pipe(v.string(), v.maxLength(limits.keywordLength)))

/** A text in a query. */
// @__NO_SIDE_EFFECTS__
export const asked = (maxLength: number, meaning: string) =>
  v.optional(v.pipe(v.string(), v.maxLength(maxLength), v.description(meaning)))

/** The query of a feed of changes. */
// @__NO_SIDE_EFFECTS__
export const changesQuery = (cursorLength: number) =>
  v.object({
    since: asked(cursorLength, 'the cursor `next` of the previous answer'),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.changesPerCall))),
  })

/** The `image` value of a stored picture. */
export const StoredImage = v.pipe(
  v.string(),
  v.check((image) => image !== ''),
)
