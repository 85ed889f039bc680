import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Access } from '../../contract/calls.ts'
import { isUuid } from '../../contract/fields.ts'
import { uploadPath } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { callerGroup } from '../http/client-address.ts'
import { fileReserve, watchDisk } from '../http/disk-space.ts'
import { endSlow } from '../http/limits.ts'
import { access } from '../http/pipeline.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import type { Handler, RouteDeps } from '../http/route-spec.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { Part } from './byte-store.ts'
import { type FileOfOrder, keyOf, thumbOf } from './order-files.ts'
import { openTus, refuseRest, sendTus, type TusAnswer } from './tus.ts'
import { beginUpload, findOwn, findReadable, finishUpload, isStored } from './uploads.ts'

/** File endings of each type. The first one is added to a name that has none of them, so that nothing opens it as a program. */
const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
  'application/pdf': ['.pdf'],
}

/** Control characters, those that turn the direction of writing, and those that a path or a header would read. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"\\/:*?<>|%]/gu

/** The name under which a file is saved: a text, never a path, with an ending that fits its type. */
function savedName({ name, type }: { name: string; type: string }): string {
  const plain =
    name
      .replace(unsafe, '_')
      .replace(/^[.\s]+/, '')
      .trim() || 'file'
  const fitting = endings[type] ?? []
  return fitting.some((ending) => plain.toLowerCase().endsWith(ending)) ? plain : plain + (fitting[0] ?? '')
}

/** Content-Disposition with a name in any script (RFC 6266, RFC 8187). */
function disposition(file: { name: string; type: string }): string {
  const name = savedName(file)
  const kind = file.type === 'application/pdf' ? 'attachment' : 'inline'
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${name.replace(/[^\x20-\x7e]/g, '_')}"; filename*=UTF-8''${encoded}`
}

/** The part that a Range header asks for; undefined for the whole, also where it asks for several; `none` if there is no such part. */
function readRange(header: string | undefined, size: number): Part | undefined | 'none' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < from) return undefined
  return from > to ? 'none' : { from, to }
}

interface Sending {
  request: FastifyRequest
  reply: FastifyReply
  file: FileOfOrder
}

/** Sends a file to somebody who may read it. Nothing in it is executed, whatever it is opened with. */
async function sendFile(deps: ServiceDeps, { request, reply, file }: Sending): Promise<FastifyReply> {
  if (file.state !== 'here') {
    const detail = file.state === 'refused' ? 'This file was refused.' : 'This file is not here yet.'
    throw refuse('not-found', { detail })
  }
  const isThumb = Object.hasOwn(Object(request.query), 'thumb')
  const etag = `"${file.sha256}${isThumb ? '-thumb' : ''}"`
  const common = {
    etag,
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
  }
  if (request.headers['if-none-match'] === etag) return reply.headers(common).code(304).send()
  const key = keyOf(file.order_id, file.id)
  if (isThumb) {
    const thumb = await deps.files.open(thumbOf(key))
    if (thumb) return reply.headers(common).type('image/webp').send(thumb)
    throw refuse('not-found', { detail: 'This file has no small picture.' })
  }
  const { 'if-range': since, range } = request.headers
  const part = since === undefined || since === etag ? readRange(range, file.bytes) : undefined
  if (part === 'none') {
    reply.headers({ 'accept-ranges': 'bytes', 'content-range': `bytes */${file.bytes}` })
    throw refuse('no-such-range')
  }
  const isHead = request.method === 'HEAD'
  const bytes = isHead ? undefined : await deps.files.open(key, part)
  if (!bytes && !isHead) {
    deps.log?.warn({ file: file.id, order: file.order_id }, 'the bytes of a file are missing')
    throw refuse('not-found')
  }
  // only now: the store may have failed
  reply.headers({ ...common, 'accept-ranges': 'bytes', 'content-disposition': disposition(file) })
  if (part) reply.code(206).header('content-range', `bytes ${part.from}-${part.to}/${file.bytes}`)
  reply.type(file.type).header('content-length', part ? part.to - part.from + 1 : file.bytes)
  return reply.send(bytes)
}

const owners: Access = { who: 'owner', right: 'orders' }

/** A value of Upload-Metadata; empty if it is missing. */
function metadataOf(request: FastifyRequest, name: string): string {
  const pairs = String(request.headers['upload-metadata'] ?? '').split(',')
  const value = pairs.map((pair) => pair.trim().split(' ')).find(([key]) => key === name)?.[1] ?? ''
  return Buffer.from(value, 'base64').toString('utf8').toLowerCase()
}

interface Upload {
  request: FastifyRequest
  reply: FastifyReply
  file: FileOfOrder
}

/** What tus answers to the question how much of a file has come. */
const comeAnswer = ({ bytes }: FileOfOrder, offset = bytes): TusAnswer => ({
  status: 200,
  headers: { 'upload-offset': String(offset), 'upload-length': String(bytes) },
  offset,
})

/** Milliseconds between two looks at an upload, and the bytes that have to come meanwhile: a slower one begins again where it stopped. */
const least = { every: 30_000, bytes: 8192 }
/** An upload that makes place for another one: older (milliseconds) and slower (bytes a millisecond) than this. */
const slow = { age: 2000, speed: 4 }

interface Running {
  user: string
  request: FastifyRequest
  since: number
  /** bytes of its connection when it began */
  before: number
  end: () => void
}

/** Counts uploads that run, so that many slow ones take little memory. When all places are taken the slowest one goes. */
function countUploads() {
  const running = new Set<Running>()
  const bytesOf = ({ request, before }: Running) => request.raw.socket.bytesRead - before
  const ofUser = (user: string) => [...running].filter((one) => one.user === user)
  const speedOf = (one: Running) => bytesOf(one) / (performance.now() - one.since)
  const isSlow = (one: Running) => performance.now() - one.since > slow.age && speedOf(one) < slow.speed
  /** Ends the slowest of these; false without one. */
  function endSlowest(those: Running[]): boolean {
    const [slowest] = those.sort((a, b) => speedOf(a) - speedOf(b))
    slowest?.end()
    return slowest !== undefined
  }

  return (request: FastifyRequest, reply: FastifyReply): Refusal | undefined => {
    const user = request.user?.id ?? ''
    const own = ofUser(user)
    const isFree =
      (own.length < limits.uploadsPerUser || endSlowest(own.filter(isSlow))) &&
      (running.size < limits.uploads ||
        endSlowest([...running].filter((one) => isSlow(one) || ofUser(one.user).length > own.length + 1)))
    if (!isFree) return refuse('busy', { detail: 'Too many files are being sent.', retryAfter: 5 })
    const since = performance.now()
    const before = request.raw.socket.bytesRead
    const end = () => {
      leave()
      endSlow(request, reply)
    }
    const one: Running = { user, request, since, before, end }
    let seen = 0
    const timer = setInterval(() => {
      if (!request.raw.complete && bytesOf(one) - seen < least.bytes) one.end()
      seen = bytesOf(one)
    }, least.every).unref()
    const leave = () => {
      clearInterval(timer)
      running.delete(one)
    }
    running.add(one)
    reply.raw.once('close', leave)
    return undefined
  }
}

/** Closes the connection of a refused upload, whose body goes on. */
async function orClose<T>(reply: FastifyReply, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error)) reply.header('connection', 'close')
    throw error
  }
}

/** Files of orders: sent by tus 1.0, read as they are or as thumbnails by the handler that this returns. */
export function fileRoutes(
  app: FastifyInstance,
  { routeDeps, deps }: { routeDeps: RouteDeps; deps: ServiceDeps },
): Handler<'getFile'> {
  const tus = openTus(deps.incoming)
  const enter = countUploads()
  const checkRoom = watchDisk(() => deps.freeDisk(), fileReserve)

  /** The file of an upload, which the caller may send. Refuses with `not-found`. */
  async function ownOf({ user }: FastifyRequest, id: string): Promise<FileOfOrder> {
    if (!(user && isUuid(id))) throw refuse('not-found')
    return findOwn(deps, id, user)
  }

  /** Writes as the caller. Who has lost the right has no more to do with the file than a stranger. */
  async function writeAs({ user }: FastifyRequest, work: () => Promise<void>) {
    if (!user) throw refuse('login-required')
    try {
      await routeDeps.recheck({ ...user, right: 'orders' })
      await work()
    } catch (error) {
      throw isRefusal(error, 'forbidden') ? refuse('not-found') : error
    }
  }

  /** What tus answers, and its file taken where all of it has come. */
  async function afterwards({ request, reply, file }: Upload, answer: TusAnswer) {
    if (answer.status >= 400 || answer.offset !== file.bytes) return sendTus(reply, answer)
    // what has come of a refused file is gone, so that it can be sent anew
    reply.header('tus-resumable', '1.0.0')
    await writeAs(request, () => finishUpload(deps, file))
    return sendTus(reply, answer)
  }

  async function look(file: FileOfOrder): Promise<TusAnswer> {
    const offset = await tus.offsetOf(file.id)
    return offset === undefined ? { status: 404, headers: {}, offset } : comeAnswer(file, offset)
  }

  async function head(request: FastifyRequest, reply: FastifyReply, file: FileOfOrder) {
    if (file.state === 'here') return sendTus(reply, comeAnswer(file))
    // only the author takes the file over from a line of before: a look of others does not end an upload that runs
    const isAuthor = request.user?.id === file.author_id
    const answer = isAuthor ? await tus.handle(request, { id: file.id, method: 'HEAD' }) : await look(file)
    if ([404, 410].includes(answer.status) && file.state === 'announced' && (await isStored(deps, file)))
      return afterwards({ request, reply, file }, comeAnswer(file))
    return afterwards({ request, reply, file }, answer)
  }

  async function create(request: FastifyRequest, reply: FastifyReply) {
    const [id, order] = [metadataOf(request, 'file'), metadataOf(request, 'order')]
    const file = await ownOf(request, id)
    if (file.order_id !== order) throw refuse('not-found')
    const location = `/api${uploadPath}${id}`
    const isThere = file.state === 'here' || (file.state === 'announced' && (await tus.offsetOf(id)) !== undefined)
    // whose answer was lost: the client asks where to go on
    if (isThere) return sendTus(reply, { status: 201, headers: { location }, offset: undefined })
    const length = Number(request.headers['upload-length'])
    await orClose(
      reply,
      writeAs(request, () => beginUpload(deps, { file, length, address: callerGroup(request) })),
    )
    return afterwards({ request, reply, file }, await tus.handle(request, { id: '', method: 'POST' }))
  }

  async function patch(request: FastifyRequest, reply: FastifyReply) {
    const id = String(Reflect.get(Object(request.params), 'id')).toLowerCase()
    const file = await orClose(reply, ownOf(request, id))
    if (file.state === 'refused') return refuseRest(reply, refuse('not-found'))
    if (file.state === 'here') return sendTus(reply, { status: 409, headers: {}, offset: undefined })
    if (file.sealed_at !== null) return refuseRest(reply, refuse('order-sealed'))
    await orClose(reply, checkRoom())
    return afterwards({ request, reply, file }, await tus.handle(request, { id, method: 'PATCH' }))
  }

  void app.register(async (scope) => {
    // a file is written while it comes
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload))
    const options = {
      config: { isStreamed: true },
      // an API key that may write an event may also send the files that it names
      onRequest: [access(owners, routeDeps, 'addOrderEvent')],
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        const refused = enter(request, reply)
        if (refused) return refuseRest(reply, refused)
        return orClose(reply, routeDeps.checkWrite())
      },
    } satisfies Partial<RouteOptions>
    scope.route({ ...options, method: 'POST', url: uploadPath, handler: create })
    scope.route({ ...options, method: 'PATCH', url: `${uploadPath}:id/`, handler: patch })
    const describe = async (request: FastifyRequest, reply: FastifyReply) =>
      sendTus(reply, await tus.handle(request, { id: '', method: 'OPTIONS' }))
    for (const url of [uploadPath, `${uploadPath}:id/`]) scope.route({ method: 'OPTIONS', url, handler: describe })
  })
  return async (_deps, { param, user }) => {
    const file = await findReadable(deps, param, user)
    return (request, reply) =>
      request.method === 'HEAD' && request.headers['tus-resumable']
        ? head(request, reply, file)
        : sendFile(deps, { request, reply, file })
  }
}
