import type { OrderEvent } from '../../../contract/order-events.ts'
import type { TusRequest } from '../../../src/sync/tus.ts'
import type { Request, Wire } from '../server-model.ts'
import { isShop, ThreadServer } from '../threads/server.ts'

/** A request of tus as it travels: the bytes of a chunk are a text. */
export type FileRequest = Pick<TusRequest, 'id'> &
  ({ kind: 'where' } | { kind: 'begin'; order: string; bytes: number } | { kind: 'chunk'; from: number; text: string })

/** A model of the server that takes the files of its threads by tus. The hash of a file is its text. */
export class FileServer extends ThreadServer {
  /** what has come of files, by id */
  private readonly uploads = new Map<string, string>()
  /** files that are there, whole */
  readonly here = new Map<string, string>()
  takesAnywhere = false

  /** A file that an event of an order names; undefined before, and after the order was deleted. */
  private find(id: string) {
    for (const { order, user, key } of this.log) {
      const event: OrderEvent | undefined = this.threadOf(order)?.find(({ _id }) => _id === key)
      const file = event?.files?.find(({ _id }) => _id === id)
      if (file) return { ...file, order, user }
    }
    return undefined
  }

  /** Loses what has come of files that are not whole. */
  forgetUploads(): void {
    this.uploads.clear()
  }

  private told(key: string, status: number, offset?: number): Wire {
    return { ...this.success(key), status, text: JSON.stringify({ offset }) }
  }

  takeFile({ key, token, body }: Request): Wire {
    // FileDevice sends nothing else over this line
    const asked = body as unknown as FileRequest
    const user = this.userOf(token ?? '')
    if (user === undefined) return this.problem(key, 401, 'login-required')
    const file = this.find(key)
    const isOwn = file && (file.user === user || (isShop(user) && isShop(file.user)))
    if (!isOwn || (asked.kind === 'begin' && asked.order !== file.order)) return this.problem(key, 404, 'not-found')
    const isHere = this.here.has(key)
    const had = this.uploads.get(key)
    if (asked.kind === 'where') {
      if (isHere) return this.told(key, 200, file.bytes)
      return had === undefined ? this.problem(key, 404, 'not-found') : this.told(key, 200, had.length)
    }
    if (asked.kind === 'begin') {
      if (asked.bytes !== file.bytes) return this.problem(key, 422, 'bad-file')
      if (!isHere && had === undefined) this.uploads.set(key, '')
      return this.told(key, 201)
    }
    if (isHere) return this.problem(key, 409, 'upload-offset')
    if (had === undefined) return this.problem(key, 404, 'not-found')
    if (had.length !== asked.from && !this.takesAnywhere) return this.problem(key, 409, 'upload-offset')
    return this.append(key, file, had + asked.text)
  }

  private append(key: string, { bytes, sha256 }: { bytes: number; sha256: string }, text: string): Wire {
    this.uploads.set(key, text)
    if (text.length < bytes) return this.told(key, 204, text.length)
    this.uploads.delete(key)
    if (text !== sha256 && !this.takesAnywhere) return this.problem(key, 422, 'bad-file')
    this.here.set(key, text)
    return this.told(key, 204, bytes)
  }
}
