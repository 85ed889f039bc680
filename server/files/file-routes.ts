import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Access } from '../../contract/calls.ts'
import { uploadPath } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { isUuid } from '../../contract/reference.ts'
import type { Part } from '../platform/bytes/byte-store.ts'
import { access } from '../platform/http/before-call.ts'
import { callerGroup } from '../platform/http/client-address.ts'
import { fileReserve, watchDisk } from '../platform/http/disk-space.ts'
import { endSlow } from '../platform/http/limits.ts'
import { sendRefusal } from '../platform/http/problem.ts'
import type { Handler, RouteDeps } from '../platform/http/route-spec.ts'
import { done, type Outcome, type Refusal, refuse } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
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
    return sendRefusal(reply, refuse('not-found', { detail }))
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
    return sendRefusal(reply, refuse('not-found', { detail: 'This file has no small picture.' }))
  }
  const { 'if-range': since, range } = request.headers
  const part = since === undefined || since === etag ? readRange(range, file.bytes) : undefined
  if (part === 'none')
    return sendRefusal(
      reply.headers({ 'accept-ranges': 'bytes', 'content-range': `bytes */${file.bytes}` }),
      refuse('no-such-range'),
    )
  const isHead = request.method === 'HEAD'
  const bytes = isHead ? undefined : await deps.files.open(key, part)
  if (!bytes && !isHead) {
    deps.log?.warn({ file: file.id, order: file.order_id }, 'the bytes of a file are missing')
    return sendRefusal(reply, refuse('not-found'))
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

/** Files of orders: sent by tus 1.0, read as they are or as thumbnails by the handler that this returns. */
export function fileRoutes(
  app: FastifyInstance,
  { routeDeps, deps }: { routeDeps: RouteDeps; deps: ServiceDeps },
): Handler<'getFile'> {
  const tus = openTus(deps.incoming)
  const enter = countUploads()
  const checkRoom = watchDisk(() => deps.freeDisk(), fileReserve)

  /** The file of an upload, which the caller may send. Refuses with `not-found`. */
  async function ownOf({ user }: FastifyRequest, id: string): Promise<Outcome<FileOfOrder>> {
    return user && isUuid(id) ? findOwn(deps, id, user) : refuse('not-found')
  }

  /** Writes as the caller. Who has lost the right has no more to do with the file than a stranger. */
  async function writeAs({ user }: FastifyRequest, work: () => Promise<Outcome<undefined>>) {
    const done = user
      ? ((await routeDeps.recheck({ ...user, right: 'orders' })) ?? (await work()))
      : refuse('login-required')
    return !done.ok && done.code === 'forbidden' ? refuse('not-found') : done
  }

  /** What tus answers, and its file taken where all of it has come. */
  async function afterwards({ request, reply, file }: Upload, answer: TusAnswer) {
    if (answer.status >= 400 || answer.offset !== file.bytes) return sendTus(reply, answer)
    const taken = await writeAs(request, () => finishUpload(deps, file))
    // the way back: what has come of a refused file is gone, so that it can be sent anew
    return taken.ok ? sendTus(reply, answer) : sendRefusal(reply.header('tus-resumable', '1.0.0'), taken)
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
    if (!file.ok) return sendRefusal(reply, file)
    if (file.value.order_id !== order) return sendRefusal(reply, refuse('not-found'))
    const location = `/api${uploadPath}${id}`
    const isThere =
      file.value.state === 'here' || (file.value.state === 'announced' && (await tus.offsetOf(id)) !== undefined)
    // whose answer was lost: the client asks where to go on
    if (isThere) return sendTus(reply, { status: 201, headers: { location }, offset: undefined })
    const length = Number(request.headers['upload-length'])
    const begun = await writeAs(request, () =>
      beginUpload(deps, { file: file.value, length, address: callerGroup(request) }),
    )
    if (!begun.ok) return refuseRest(reply, begun)
    return afterwards({ request, reply, file: file.value }, await tus.handle(request, { id: '', method: 'POST' }))
  }

  async function patch(request: FastifyRequest, reply: FastifyReply) {
    const id = String(Reflect.get(Object(request.params), 'id')).toLowerCase()
    const file = await ownOf(request, id)
    if (!file.ok) return refuseRest(reply, file)
    if (file.value.state === 'refused') return refuseRest(reply, refuse('not-found'))
    if (file.value.state === 'here') return sendTus(reply, { status: 409, headers: {}, offset: undefined })
    if (file.value.sealed_at !== null) return refuseRest(reply, refuse('order-sealed'))
    const full = await checkRoom()
    if (full) return refuseRest(reply, full)
    return afterwards({ request, reply, file: file.value }, await tus.handle(request, { id, method: 'PATCH' }))
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
        const refused = enter(request, reply) ?? (await routeDeps.checkWrite())
        return refused && refuseRest(reply, refused)
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
    if (!file.ok) return file
    return done((request, reply) =>
      request.method === 'HEAD' && request.headers['tus-resumable']
        ? head(request, reply, file.value)
        : sendFile(deps, { request, reply, file: file.value }),
    )
  }
}
