import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import type { FileInput } from '../../../contract/files.ts'
import type { TestShop } from '../harness.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const tus = { 'tus-resumable': '1.0.0' }

/** Sends files by tus 1.0, request by request, as a client does. */
export function sender(t: Pick<TestShop, 'call' | 'app'>) {
  const describe = (bytes: Buffer, change: Partial<FileInput> = {}): FileInput => ({
    _id: v7(),
    name: 'Cod in the hold.jpg',
    type: 'image/jpeg',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...change,
  })
  const create = (order: { _id: string }, file: FileInput, token: string | undefined) => {
    const metadata = `order ${base64(order._id)},file ${base64(file._id)}`
    const headers = { ...tus, 'upload-length': String(file.bytes), 'upload-metadata': metadata }
    return t.call('POST', '/files/', { token, headers })
  }
  const patch = (file: { _id: string }, token: string, { offset, bytes }: { offset: number; bytes: Buffer }) => {
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    // of its own: without a network between, the server gives back the memory of what it was given
    return t.call('PATCH', `/files/${file._id}`, { token, headers, body: Buffer.from(bytes) })
  }
  const head = async (file: { _id: string }, token: string) => {
    const headers = { ...tus, authorization: `Bearer ${token}` }
    const answer = await t.app.inject({ method: 'HEAD', url: `/api/files/${file._id}`, headers })
    return { status: answer.statusCode, headers: answer.headers }
  }
  const read = (
    file: { _id: string },
    token: string,
    more: { query?: string; headers?: Record<string, string> } = {},
  ) =>
    t.app.inject({
      url: `/api/files/${file._id}/${more.query ?? ''}`,
      headers: { authorization: `Bearer ${token}`, ...more.headers },
    })
  const whole = async (order: { _id: string }, file: FileInput, { token, bytes }: { token: string; bytes: Buffer }) => {
    const created = await create(order, file, token)
    return created.status === 201 ? patch(file, token, { offset: 0, bytes }) : created
  }
  return { describe, create, patch, head, read, whole }
}
