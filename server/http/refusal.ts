import type { FastifyReply } from 'fastify'
import type { FieldRule, InvalidField, RuleParams } from '../../contract/fields.ts'
import type { Order } from '../../contract/orders.ts'
import { type Problem, type ProblemCode, problemType } from '../../contract/problem.ts'

export const mostErrors = 50

interface Reason {
  /** more errors than `mostErrors` are named, of a call that bounds its rows itself */
  most?: number
  /** replaces the code's usual sentence */
  detail?: string
  errors?: InvalidField[]
  /** with `order-changed`: the current order */
  order?: Order
  /** with `edited-meanwhile` of a product's stock: the current stock, tonnes */
  countInStock?: number
  /** seconds */
  retryAfter?: number
}

/** Thrown where a call is refused: rolls its transaction back, and becomes problem details. `code` decides status and title. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly reason: Reason

  constructor(code: ProblemCode, reason: Reason) {
    super(code)
    this.code = code
    this.reason = reason
  }
}

export const refuse = (code: ProblemCode, reason: Reason = {}): Refusal => new Refusal(code, reason)
export const refuseFields = (...errors: InvalidField[]): Refusal => refuse('invalid-fields', { errors })

/** What was found; refused where nothing was. */
export function required<Found>(found: Found | undefined, refusal: Refusal): Found {
  if (found === undefined) throw refusal
  return found
}

/** Whether an error is a refusal with one of these codes; any without codes. */
export const isRefusal = (error: unknown, ...codes: ProblemCode[]): error is Refusal =>
  error instanceof Refusal && (codes.length === 0 || codes.includes(error.code))

/** The refusal that work ends with, one of these codes if there are any; undefined where it succeeds. Other errors rise. */
export const refusalIn = (work: Promise<unknown>, ...codes: ProblemCode[]): Promise<Refusal | undefined> =>
  work.then(
    () => undefined,
    (error) => (isRefusal(error, ...codes) ? error : Promise.reject(error)),
  )

export const wasRefused = async (...work: Parameters<typeof refusalIn>) => (await refusalIn(...work)) !== undefined

const words: Record<ProblemCode, [status: number, title: string, detail: string]> = {
  malformed: [400, 'Malformed request', 'The request cannot be understood.'],
  'invalid-fields': [422, 'Invalid fields', 'Some fields are not valid.'],
  'login-required': [401, 'Login required', 'Please log in.'],
  'login-failed': [401, 'Login failed', 'The e-mail address or the password is wrong.'],
  'account-gone': [401, 'Account removed', 'This account no longer exists.'],
  forbidden: [403, 'Not allowed', 'You are not allowed to do this.'],
  'api-key-unknown': [401, 'Key refused', 'This API key is unknown, revoked or ended.'],
  'api-key-read-only': [403, 'Key only reads', 'This API key may only read.'],
  'api-key-not-allowed': [403, 'Not for keys', 'This call is for people who are signed in, not for API keys.'],
  'api-keys-full': [409, 'Enough keys', 'The shop has a hundred API keys; revoke one of them first.'],
  'not-found': [404, 'Not found', 'There is nothing here.'],
  'method-not-allowed': [405, 'Method not allowed', 'This address does not take this method.'],
  'wrong-password': [409, 'Wrong password', 'The password is wrong.'],
  'password-needed': [
    409,
    'Password needed',
    'Type your password again (POST /api/users/password/), then repeat this call.',
  ],
  'second-person': [
    409,
    'Second person needed',
    'Somebody else must confirm this: with the right to the shop since before, not through who asked, and address and password unchanged for a day.',
  ],
  'no-mail': [409, 'No mail', 'This shop sends no mail; ask the shop for a link.'],
  'link-unknown': [409, 'Unknown link', 'This link is not one of ours.'],
  'link-used': [409, 'Link used', 'This link was already used or replaced by a newer one.'],
  'link-expired': [409, 'Link expired', 'This link has expired.'],
  'link-withdrawn': [
    409,
    'Invitation withdrawn',
    'This invitation was withdrawn or replaced, or its author may no longer give these rights.',
  ],
  'invitations-full': [409, 'Enough invitations', 'A hundred invitations are open; withdraw one of them first.'],
  'invitation-of-another': [409, 'Of somebody else', 'This invitation is for another e-mail address than yours.'],
  'email-taken': [409, 'E-mail address taken', 'There is already an account with this e-mail address.'],
  'already-reviewed': [409, 'Already reviewed', 'You have already reviewed this product.'],
  'last-admin': [409, 'Last administrator', 'The shop must keep at least one administrator with the right `shop`.'],
  'key-in-progress': [409, 'Still at work', 'The same request is still being processed.'],
  'key-of-another-user': [409, 'Key taken', 'This Idempotency-Key belongs to another user.'],
  'key-reused': [422, 'Key used before', 'This Idempotency-Key was used for another request.'],
  'order-deleted': [410, 'Order removed', 'This order was removed by the shop.'],
  'order-sealed': [409, 'Order removed', 'This order was removed by the shop; a copy for reading stays.'],
  'buyer-gone': [409, 'Buyer gone', 'The buyer has deleted the account, so nothing more can be sent.'],
  'reference-needed': [422, 'Reference needed', 'This order is accepted; its reference must be given to delete it.'],
  'review-deleted': [410, 'Review removed', 'This review was removed by the shop.'],
  'reference-taken': [409, 'Reference taken', 'Another order already has the reference that belongs to this id.'],
  'edited-meanwhile': [409, 'Edited meanwhile', 'Somebody else has changed this meanwhile.'],
  'offer-not-current': [409, 'Offer not current', 'This offer is no longer the current one.'],
  'offer-expired': [409, 'Offer expired', 'This offer has expired.'],
  'counter-not-current': [409, 'Counter not current', 'This counter is no longer the current one.'],
  'claim-settled': [409, 'Claim settled', 'This claim is settled already.'],
  'claim-too-late': [409, 'Claim too late', 'The time for claims about this order has expired.'],
  'lot-exists': [409, 'Lot exists', 'There is already a lot with this code.'],
  'lot-in-use': [409, 'Lot in use', 'A shipment names this lot: it stays in the book.'],
  'counter-expired': [409, 'Counter expired', 'This counter has expired.'],
  'links-full': [409, 'Enough links', 'This order has twenty links that work; revoke one of them first.'],
  'order-final': [409, 'Order is final', 'This order is accepted, closed or cancelled; only messages can follow.'],
  'order-changed': [409, 'Order changed', 'Something was added to this order that the author had not seen.'],
  'order-not-accepted': [409, 'Order not accepted', 'Milestones can be reported once an offer is accepted.'],
  'not-your-side': [403, 'Not your side', 'Only the other side can do this.'],
  'thread-full': [422, 'Thread full', 'Enough was written on this order. Please call, chat, or send a new request.'],
  'too-large': [413, 'Too large', 'The request is too large.'],
  'wrong-type': [415, 'Unsupported content type', 'This content type is not accepted here.'],
  'bad-picture': [422, 'Not a picture', 'The file is not a JPEG, PNG, WebP or AVIF picture.'],
  'bad-file': [422, 'File refused', 'The file is not what was announced.'],
  'upload-offset': [409, 'Another offset', 'The file goes on at another byte; ask for it first.'],
  'upload-protocol': [412, 'Another protocol', 'Files are sent by tus 1.0.0.'],
  'no-such-range': [416, 'No such part', 'The file has no such part.'],
  'files-full': [422, 'Too many files', 'This order has no room for these files: all together may have 100 MB.'],
  'too-many': [429, 'Too many requests', 'Too many requests; please try again later.'],
  'mails-used-up': [429, 'No more mails today', 'We cannot send any more emails to this address today.'],
  'database-away': [503, 'Database away', 'The database does not answer; please try again in a moment.'],
  'disk-full': [503, 'Disk full', 'The server has too little free disk space to save anything.'],
  busy: [503, 'Busy', 'The server is busy; please try again in a moment.'],
  internal: [500, 'Internal error', 'Something went wrong on the server.'],
}

/** One English sentence per rule, for developers. */
const sentences: Record<FieldRule, (path: string, params: RuleParams) => string> = {
  required: (path) => `${path} is required.`,
  wholeNumber: (path) => `${path} must be a whole number.`,
  oneLine: (path) => `${path} must be one line.`,
  allowedCharacters: (path) => `${path} contains a character that is not allowed.`,
  email: () => 'Please enter a valid email address',
  gmail: () => 'Please enter a Gmail address',
  productInShop: () => 'This product is no longer in the shop.',
  pictureFile: (path) => `${path} must be a picture file.`,
  readablePicture: (path) => `${path} must be a JPEG, PNG, WebP or AVIF picture.`,
  alreadyUsed: (path) => `${path} is used already.`,
  unchangeable: (path) => `${path} cannot be changed by this call.`,
  allowedValue: (path) => `${path} has a value that is not allowed.`,
  day: (path) => `${path} must be a day of the calendar, as in 2026-11-30.`,
  todayOrLater: (path) => `${path} must be today or later.`,
  shopCurrency: (path) => `${path} must be a currency that the shop offers in.`,
  productOfRequest: (path) => `${path} must be a product of the request, each only once.`,
  everyProduct: (path) => `${path} must have every product of the request.`,
  productOfOffer: (path) => `${path} must be a product of the offer, with a price, each only once.`,
  oneOfAlternatives: (path) => `${path} must not be taken together with the product that it replaces.`,
  offeredTonnes: (path) => `${path} must be the offered tonnes: this offer cannot be taken in parts.`,
  faoCode: (path) => `${path} must be a FAO code of three capital letters.`,
  containerNumber: (path) => `${path} must be a container number by ISO 6346, with its check digit.`,
  milestoneOfOrder: (path) => `${path} must be the id of a milestone of this order.`,
  claimOfOrder: (path) => `${path} must be the id of a claim of this order.`,
  reportOfBuyer: (path) => `${path} must be the id of a payment that the buyer reported and nobody has confirmed.`,
  productOfClaim: (path) => `${path} must be a product of the claim.`,
  lotOfProduct: (path) => `${path} must be a lot of this product.`,
  lotOfShipment: (path) => `${path} must be a lot that was loaded for this order.`,
  sumOfLots: (path) => `The net weights of ${path} must add up to the tonnes of the line, to the kilogram.`,
  daysInOrder: (path) => `${path} must not be earlier than the day before it.`,
  imoNumber: (path) => `${path} must be an IMO number: seven digits, the last of which checks the others.`,
  faoArea: (path) => `${path} must be a major fishing area of FAO, as in 34.`,
  hsCode: (path) => `${path} must be an HS code of 6 to 10 digits.`,
  onePrice: (path) => `${path} must have at least one price.`,
  changedMeanwhile: (path) => `${path} was changed meanwhile.`,
  phone: (path) => `${path} must be a telephone number, as in +221 33 800 00 00.`,
  currency: (path) => `${path} must be a currency code (ISO 4217), as in EUR.`,
  timeZone: (path) => `${path} must be a time zone (IANA), as in Africa/Dakar.`,
  iban: (path) => `${path} must be an IBAN with the right check digits.`,
  publicAddress: () => 'The address must begin with https:// and lead to a public host, without user name and #.',
  square: () => 'The picture must be as wide as it is high.',
  fileSize: () => 'The file has another size than was announced.',
  fileHash: () => 'The file has another SHA-256 than was announced.',
  fileType: () => 'The content of the file is not of the announced type.',
  fileLate: () => 'The file did not come in seven days.',
  minLength: (path, { limit }) => `${path} must have at least ${limit} characters.`,
  maxLength: (path, { limit }) => `${path} must have at most ${limit} characters.`,
  minItems: (path, { limit }) => `${path} must have at least ${limit} entries.`,
  maxItems: (path, { limit }) => `${path} must have at most ${limit} entries.`,
  minimum: (path, { limit }) => `${path} must be at least ${limit}.`,
  exclusiveMinimum: (path, { limit }) => `${path} must be more than ${limit}.`,
  maximum: (path, { limit }) => `${path} must be at most ${limit}.`,
  decimals: (path, { limit }) => `${path} must have at most ${limit} decimals.`,
  megapixels: (_path, { limit }) => `The picture has more than ${limit} megapixels.`,
  pixels: (_path, { limit }) => `The picture must be at least ${limit} pixels wide.`,
  daysAhead: (path, { limit }) => `${path} must be at most ${limit} days ahead.`,
}

/** Default `Retry-After` of refusals, seconds. */
const retryAfter: Partial<Record<ProblemCode, number>> = {
  'key-in-progress': 1,
  busy: 1,
  'database-away': 5,
  'too-many': 60,
  'mails-used-up': 60,
  'disk-full': 60,
}

export function toProblem({ code, reason }: Refusal): Problem {
  const [status, title, detail] = words[code]
  const errors = reason.errors?.slice(0, reason.most ?? mostErrors).map((field) => ({
    ...field,
    detail: sentences[field.rule](field.path, field.params ?? { limit: 0 }),
  }))
  const { order, countInStock } = reason
  return {
    type: problemType(code),
    title,
    status,
    detail: reason.detail ?? errors?.[0]?.detail ?? detail,
    ...(errors && { errors }),
    ...(order && { order }),
    ...(countInStock !== undefined && { countInStock }),
  }
}

/** Bytes of a refused body that still may come: a proxy that is sending it reads no answer before its end. */
const mostDropped = 16 * 1024 * 1024

/** Answers with problem details. Sent as bytes, so that no response schema removes fields. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = toProblem(refusal)
  const { headers, routeOptions, raw } = reply.request
  // Node throws away the rest of a body that is too large, instead of closing the connection in the middle of it
  const isDropped = Number(headers['content-length']) <= mostDropped && !routeOptions.config.isStreamed
  if (problem.status === 413 && isDropped) {
    reply.removeHeader('connection')
    // to no parser, which would gather it
    raw.unpipe().removeAllListeners('data').resume()
  }
  const seconds = refusal.reason.retryAfter ?? retryAfter[refusal.code]
  if (seconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  reply.headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  return reply.code(problem.status).send(Buffer.from(JSON.stringify(problem)))
}
