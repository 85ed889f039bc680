import { isUtf8 } from 'node:buffer'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyType } from '../../contract/calls/call.ts'
import { limits } from '../../contract/limits.ts'
import { isRefusal, refuse } from './refusal.ts'
import { type JsonSchema, propertiesOf } from './validation.ts'

const types: Record<string, BodyType> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
}
/** Bytes of a form besides its file. */
const formOverhead = 64 * 1024

/** Parsers for JSON and plain forms. JSON must be UTF-8; an empty body is left to the call's schema. */
export async function bodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(refuse('malformed'))
    return parse(request, bytes.toString(), done)
  })
  await app.register(formbody, { bodyLimit: limits.jsonBodyBytes })
}

export function hasBody(request: FastifyRequest): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Refuses a body of a type that the call does not accept. */
export function checkBodyType(request: FastifyRequest, accepts: readonly BodyType[]): void {
  const header = request.headers['content-type']
  if (header === undefined && !hasBody(request)) return
  const [name = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  const charset = parameters.find((part) => part.trim().startsWith('charset='))
  const isReadable = charset === undefined || /=\s*"?utf-?8"?\s*$/.test(charset)
  const type = types[name.trim()]
  const isAccepted = type !== undefined && accepts.includes(type) && isReadable
  if (!isAccepted || request.headers['content-encoding'] !== undefined) throw refuse('wrong-type')
}

/** Bytes of a form's field without a longest text: numbers and choices. */
const shortField = 1024

/** The fields that a form may have besides its file, with the most bytes of each. */
type FormFields = Map<string, number>

/** The fields of a body's schema, and those that `foreign` names, which may be as long as the longest of them. */
export function formFields(body: JsonSchema, foreign: readonly string[]): FormFields {
  // a character takes four bytes at most; with one more, a text that is too long stays too long
  const bytesOf = ({ maxLength }: JsonSchema) => (maxLength === undefined ? shortField : 4 * (maxLength + 1))
  const own = Object.entries(propertiesOf(body)).map(([name, field]): [string, number] => [name, bytesOf(field)])
  const longest = Math.max(shortField, ...own.map(([, bytes]) => bytes))
  return new Map([...own, ...foreign.map((name): [string, number] => [name, longest])])
}

interface Form {
  fileField: string | undefined
  fields: FormFields
}

async function readParts(request: FastifyRequest, { fileField, fields }: Form): Promise<void> {
  const values: Record<string, unknown> = {}
  let held = 0
  const fieldSize = Math.max(shortField, ...fields.values())
  const sizes = { fileSize: limits.uploadBytes, fieldNameSize: 100, fieldSize, files: 1, fields: 30, parts: 31 }
  for await (const part of request.parts({ limits: sizes })) {
    if (part.type === 'field') {
      const bytes = Buffer.byteLength(String(part.value))
      held += bytes + part.fieldname.length
      // the parser holds also what is not of the schema
      if (part.valueTruncated || held > limits.jsonBodyBytes) throw refuse('too-large')
      const most = fields.get(part.fieldname)
      if (most === undefined) continue
      if (bytes > most) throw refuse('too-large')
      values[part.fieldname] = part.value
    } else if (part.fieldname === fileField) request.upload = await part.toBuffer()
    else part.file.resume()
  }
  // a browser sends an empty file if none was chosen
  if (request.upload?.length === 0) request.upload = undefined
  request.body = values
}

/** Refuses when more bytes than that have come, whatever length the form was said to have. */
function refuseAbove(most: number, request: FastifyRequest): Promise<never> {
  let bytes = 0
  return new Promise((_resolve, reject) => {
    request.raw.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > most) reject(refuse('too-large'))
    })
  })
}

/** Reads a form with at most one file into memory: fields into `request.body`, the file into `request.upload`. */
export async function readMultipart(request: FastifyRequest, form: Form): Promise<void> {
  const most = limits.uploadBytes + formOverhead
  if (Number(request.headers['content-length'] ?? 0) > most) throw refuse('too-large')
  try {
    await Promise.race([refuseAbove(most, request), readParts(request, form)])
  } catch (error) {
    // errors of exceeded limits have a status; any other error means that the form cannot be parsed
    if (isRefusal(error) || !(error instanceof Error) || 'statusCode' in error) throw error
    throw refuse('malformed', { detail: 'The form is damaged.' })
  }
}
