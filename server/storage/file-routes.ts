import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Lock, Locker } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Access } from '../../contract/calls.ts'
import { isUuid } from '../../contract/fields.ts'
import { uploadPath } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { callerGroup } from '../http/caller.ts'
import { endSlow, fileReserve, watchDisk } from '../http/caller-limits.ts'
import { access, type Handler, type RouteDeps } from '../http/pipeline.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { FileOfOrder } from './order-files.ts'
import { type Sending, sendFile } from './send-file.ts'
import { beginUpload, findOwn, findReadable, finishUpload, isStored } from './uploads.ts'

/** Headers that tus reads: no other method than the request's own. */
const isRead = /^(tus-resumable|upload-(length|offset|metadata|defer-length|concat)|content-(length|type))$/
/** Headers of tus's answers that are sent; the shop has its own for other origins. */
const isSent = /^(tus-.+|upload-(offset|length)|location)$/
/** Milliseconds that a running upload has to store what it has when another request needs the same file. */
const drain = 100

const codes: Record<number, ProblemCode> = {
  404: 'not-found',
  409: 'upload-offset',
  410: 'not-found',
  412: 'upload-protocol',
  413: 'too-large',
  415: 'wrong-type',
  423: 'busy',
  500: 'busy',
}

/** Lets one request at a time have a file, in their order; each asks the one before it to end. The locker of tus's package asks in a busy loop. */
class Turns implements Locker {
  private readonly last = new Map<string, { ended: Promise<void>; release: () => void }>()

  newLock(id: string): Lock {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    return {
      lock: async (_signal, release) => {
        const before = this.last.get(id)
        const mine = { ended, release: () => void release() }
        this.last.set(id, mine)
        void ended.then(() => this.last.get(id) === mine && this.last.delete(id))
        before?.release()
        await before?.ended
      },
      unlock: async () => end(),
    }
  }
}

async function load(folder: string) {
  const [{ Server }, { FileStore }] = await Promise.all([import('@tus/server'), import('@tus/file-store')])
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store = new FileStore({ directory: folder })
  // a length is always declared, and what was sent belongs to both sides: neither a later length nor a deletion
  store.extensions = ['creation', 'creation-with-upload']
  const server = new Server({
    path: '/api/files',
    datastore: store,
    locker: new Turns(),
    lockDrainTimeout: drain,
    maxSize: limits.fileBytes,
    relativeLocation: true,
    namingFunction: (_request, metadata) => metadata?.file?.toLowerCase() ?? '',
  })
  return { server, store }
}

/** An answer of tus: how much of the file has come, or why not. */
interface TusAnswer {
  status: number
  headers: Record<string, string>
}

/** The tus protocol over a folder, loaded at the first upload. It knows files only by their declared ids; who may send which is checked before. */
function openTus(folder: string) {
  let loaded: ReturnType<typeof load> | undefined
  const ready = () => {
    loaded ??= load(folder).catch((error: unknown) => {
      // the next one tries again, for instance when the disk has room again
      loaded = undefined
      throw error
    })
    return loaded
  }
  return {
    /** Bytes that have come of a file; undefined before its upload was created. */
    async offsetOf(id: string): Promise<number | undefined> {
      const upload = (await ready()).store.getUpload(id)
      return upload.then(({ offset }) => offset).catch(() => undefined)
    },
    async handle(request: FastifyRequest, { id, method }: { id: string; method: string }): Promise<TusAnswer> {
      const { server } = await ready()
      const headers = Object.entries(request.headers).filter((pair): pair is [string, string] => isRead.test(pair[0]))
      const hasBody = method === 'PATCH' || (method === 'POST' && request.headers['content-type'] !== undefined)
      const body = hasBody ? Readable.toWeb(request.raw) : null
      // the types of the browser and of Node differ in details
      const init = { method, headers, body, duplex: 'half' } as RequestInit
      const answer = await server.handleWeb(new Request(`http://shop/api/files/${id}`, init))
      const sent = Object.fromEntries([...answer.headers].filter(([name]) => isSent.test(name)))
      // the rest of the body is not read
      if (answer.headers.get('connection') === 'close') sent.connection = 'close'
      return { status: answer.status, headers: sent }
    },
  }
}

/** Sends an answer of tus; its refusals as problem details. */
function sendTus(reply: FastifyReply, { status, headers }: TusAnswer): FastifyReply {
  reply.headers({ 'tus-resumable': '1.0.0', ...headers })
  if (status < 400) return reply.code(status).send()
  if (status === 412) reply.header('tus-version', '1.0.0')
  throw refuse(codes[status] ?? 'malformed')
}

const owners: Access = { who: 'owner', right: 'orders' }

/** A value of Upload-Metadata; empty if it is missing. */
function metadataOf(request: FastifyRequest, name: string): string {
  const pairs = String(request.headers['upload-metadata'] ?? '').split(',')
  const value = pairs.map((pair) => pair.trim().split(' ')).find(([key]) => key === name)?.[1] ?? ''
  return Buffer.from(value, 'base64').toString('utf8').toLowerCase()
}

/** What tus answers to the question how much of a file has come. */
const comeAnswer = ({ bytes }: FileOfOrder, offset = bytes): TusAnswer => ({
  status: 200,
  headers: { 'upload-offset': String(offset), 'upload-length': String(bytes) },
})

/** Milliseconds between two looks at an upload, and the bytes that have to come meanwhile: a slower one begins again where it stopped. */
const least = { every: 30_000, bytes: 8192 }
/** An upload that makes place for another one: older (milliseconds) and slower (bytes a millisecond) than this. */
const slow = { age: 2000, speed: 4 }

interface Running {
  user: string
  /** performance.now() */
  since: number
  /** that have come */
  bytes(): number
  end(): void
}

/** Counts uploads that run, so that many slow ones take little memory. When all places are taken the slowest one goes. */
function countUploads() {
  const running = new Set<Running>()
  const ofUser = (user: string) => [...running].filter((one) => one.user === user)
  const speedOf = ({ bytes, since }: Running) => bytes() / (performance.now() - since)
  const isSlow = (one: Running) => performance.now() - one.since > slow.age && speedOf(one) < slow.speed
  /** Ends the slowest of these; false without one. */
  function endSlowest(those: Running[]): boolean {
    const [slowest] = those.sort((a, b) => speedOf(a) - speedOf(b))
    slowest?.end()
    return slowest !== undefined
  }

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { socket } = request.raw
    const user = request.user?.id ?? ''
    const own = ofUser(user)
    const isFree =
      (own.length < limits.uploadsPerUser || endSlowest(own.filter(isSlow))) &&
      (running.size < limits.uploads ||
        endSlowest([...running].filter((one) => isSlow(one) || ofUser(one.user).length > own.length + 1)))
    if (!isFree) throw refuse('busy', { detail: 'Too many files are being sent.', retryAfter: 5 })
    const before = socket.bytesRead
    const bytes = () => socket.bytesRead - before
    const leave = () => {
      clearInterval(timer)
      running.delete(one)
    }
    const end = () => {
      leave()
      endSlow(request, reply)
    }
    const one: Running = { user, since: performance.now(), bytes, end }
    let seen = 0
    const timer = setInterval(() => {
      if (!request.raw.complete && bytes() - seen < least.bytes) end()
      seen = bytes()
    }, least.every).unref()
    running.add(one)
    reply.raw.once('close', leave)
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
  async function afterwards({ request, reply, file }: Sending, answer: TusAnswer) {
    if (answer.status >= 400 || answer.headers['upload-offset'] !== String(file.bytes)) return sendTus(reply, answer)
    // what has come of a refused file is gone, so that it can be sent anew
    reply.header('tus-resumable', '1.0.0')
    await writeAs(request, () => finishUpload(deps, file))
    return sendTus(reply, answer)
  }

  async function head(request: FastifyRequest, reply: FastifyReply, file: FileOfOrder) {
    if (file.state === 'here') return sendTus(reply, comeAnswer(file))
    const look = async (): Promise<TusAnswer> => {
      const offset = await tus.offsetOf(file.id)
      return offset === undefined ? { status: 404, headers: {} } : comeAnswer(file, offset)
    }
    // only the author takes the file over from a line of before: a look of others does not end an upload that runs
    const isAuthor = request.user?.id === file.author_id
    const answer = isAuthor ? await tus.handle(request, { id: file.id, method: 'HEAD' }) : await look()
    const isTaken = [404, 410].includes(answer.status) && file.state === 'announced' && (await isStored(deps, file))
    return afterwards({ request, reply, file }, isTaken ? comeAnswer(file) : answer)
  }

  async function create(request: FastifyRequest, reply: FastifyReply) {
    const [id, order] = [metadataOf(request, 'file'), metadataOf(request, 'order')]
    const file = await ownOf(request, id)
    if (file.order_id !== order) throw refuse('not-found')
    const isThere = file.state === 'here' || (file.state === 'announced' && (await tus.offsetOf(id)) !== undefined)
    // whose answer was lost: the client asks where to go on
    if (isThere) return sendTus(reply, { status: 201, headers: { location: `/api${uploadPath}${id}` } })
    const length = Number(request.headers['upload-length'])
    await writeAs(request, () => beginUpload(deps, { file, length, address: callerGroup(request) }))
    return afterwards({ request, reply, file }, await tus.handle(request, { id: '', method: 'POST' }))
  }

  async function patch(request: FastifyRequest, reply: FastifyReply) {
    const id = String(Reflect.get(Object(request.params), 'id')).toLowerCase()
    const file = await ownOf(request, id)
    if (file.state === 'refused') throw refuse('not-found')
    if (file.state === 'here') return sendTus(reply, { status: 409, headers: {} })
    if (file.sealed_at !== null) throw refuse('order-sealed')
    await checkRoom()
    return afterwards({ request, reply, file }, await tus.handle(request, { id, method: 'PATCH' }))
  }

  void app.register(async (scope) => {
    // a file is written while it comes
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload))
    // what is left of the body of a refused upload is not read
    scope.addHook('onSend', async ({ raw }, reply) => {
      if (reply.statusCode >= 400 && !raw.complete) reply.header('connection', 'close')
    })
    const options = {
      config: { isStreamed: true },
      // an API key that may write an event may also send the files that it names
      onRequest: [access(owners, routeDeps, 'addOrderEvent')],
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        enter(request, reply)
        await routeDeps.checkWrite()
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
