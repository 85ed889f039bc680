import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { Part } from './byte-store.ts'
import { type FileOfOrder, keyOf, thumbOf } from './order-files.ts'

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
export function savedName({ name, type }: { name: string; type: string }): string {
  const safe = name.replace(unsafe, '_').replace(/^[.\s]+/, '')
  const plain = safe.trim() || 'file'
  const fitting = endings[type] ?? []
  return fitting.some((ending) => plain.toLowerCase().endsWith(ending)) ? plain : plain + (fitting[0] ?? '')
}

/** Content-Disposition with a name in any script (RFC 6266, RFC 8187). */
function disposition(file: { name: string; type: string }): string {
  const name = savedName(file)
  const kind = file.type === 'application/pdf' ? 'attachment' : 'inline'
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, hex)
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

export interface Sending {
  request: FastifyRequest
  reply: FastifyReply
  file: FileOfOrder
}

/** Sends a file to somebody who may read it. Nothing in it is executed, whatever it is opened with. */
export async function sendFile(deps: ServiceDeps, { request, reply, file }: Sending): Promise<FastifyReply> {
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
