import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Lock, Locker } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { sendRefusal } from '../http/problem.ts'
import { type Refusal, refuse } from '../http/refusal.ts'

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
  413: 'too-large',
  415: 'wrong-type',
  423: 'busy',
  500: 'busy',
}

/** Lets one request at a time have a file, in their order; each asks the one before it to end. The locker of tus's package asks in a busy loop. */
class Turns implements Locker {
  private readonly last = new Map<string, { ended: Promise<void>; release: () => void }>()

  newLock(id: string): Lock {
    let end = () => {}
    return {
      lock: async (_signal, release) => {
        const before = this.last.get(id)
        const ended = new Promise<void>((resolve) => {
          end = resolve
        })
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
export interface TusAnswer {
  status: number
  headers: Record<string, string>
  /** bytes that are here */
  offset: number | undefined
}

/**
 * The tus protocol over a folder, loaded at the first upload. It knows files only by their declared ids; who may send which is checked before.
 */
export function openTus(folder: string) {
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
      const { store } = await ready()
      return store.getUpload(id).then(
        ({ offset }) => offset,
        () => undefined,
      )
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
      const offset = answer.headers.get('upload-offset')
      return { status: answer.status, headers: sent, offset: offset === null ? undefined : Number(offset) }
    },
  }
}

/** Sends an answer of tus; its refusals as problem details. */
export function sendTus(reply: FastifyReply, { status, headers }: TusAnswer): FastifyReply {
  reply.headers({ 'tus-resumable': '1.0.0', ...headers })
  if (status < 400) return reply.code(status).send()
  if (status === 412) return sendRefusal(reply.header('tus-version', '1.0.0'), refuse('upload-protocol'))
  return refuseRest(reply, refuse(codes[status] ?? 'malformed'))
}

/** Refuses an upload, and does not read what is left of its body. */
export function refuseRest(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return sendRefusal(reply.header('connection', 'close'), refusal)
}
