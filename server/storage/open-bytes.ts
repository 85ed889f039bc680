import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { type ByteStore, openDiskBytes, requireKey, type Stored } from './byte-store.ts'

const timeoutMilliseconds = 20_000

/** A failure of the S3 service, answered with 503, because a later attempt may succeed. */
export class PictureStoreError extends Error {
  statusCode = 503
}

const noBucket = () => new PictureStoreError('The bucket of the picture store does not exist.')

/** Parses `s3://ACCESS_KEY:SECRET_KEY@HOST[:PORT]/BUCKET[/PREFIX][?region=…&tls=off]`. Throws without the secret if it is invalid. */
export function parseS3Url(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [bucket, ...prefix] = (url?.pathname ?? '').split('/').filter(Boolean)
  if (url?.protocol !== 's3:' || !url.username || !url.password || !url.host || !bucket) {
    throw new Error('IMAGES_URL must look like s3://ACCESS_KEY:SECRET_KEY@HOST/BUCKET')
  }
  return {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucketUrl: `${url.searchParams.get('tls') === 'off' ? 'http' : 'https'}://${url.host}/${bucket}`,
    prefix: prefix.map((part) => `${part}/`).join(''),
  }
}

/** The text of an element, which has nothing to be unescaped: keys are ids, and the token is opaque. */
const element = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/** Reports a body that breaks off as a failure of the service. */
const whole = <T>(body: Promise<T>): Promise<T> =>
  body.catch((cause) => {
    throw new PictureStoreError('The picture store broke off.', { cause })
  })

interface Call {
  body?: { bytes: Uint8Array; type: string }
  /** of the bytes that are wanted, as in the header of that name */
  range?: string
  /** the body may take as long as its reader */
  isStream?: boolean
}

/** Stores bytes in the bucket of an S3-compatible service, so that several instances of the server can share them. */
function openS3Bytes(imagesUrl: string, stored: Stored): ByteStore {
  const { bucketUrl, prefix, ...credentials } = parseS3Url(imagesUrl)
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 })
  const start = prefix + stored.below
  const pathOf = (key: string) => {
    requireKey(stored, key)
    return start + key
  }

  /** A missing object or bucket is answered with 404; other failures throw `PictureStoreError`. */
  async function call(method: string, path: string, { body, range, isStream = false }: Call = {}): Promise<Response> {
    const headers = {
      'x-amz-content-sha256': hash('sha256', body?.bytes ?? ''),
      ...(range && { range }),
      ...(body && { 'content-type': body.type }),
    }
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeoutMilliseconds).unref()
    // none of these bytes are shared memory, which `fetch` does not accept
    const payload = body ? { body: body.bytes as Uint8Array<ArrayBuffer> } : {}
    try {
      const answer = await client.fetch(`${bucketUrl}/${path}`, { method, headers, signal: stop.signal, ...payload })
      if (isStream) clearTimeout(timer)
      if (answer.ok || answer.status === 404) return answer
      await answer.body?.cancel()
      throw new PictureStoreError(`The picture store answered ${answer.status} to ${method}.`)
    } catch (error) {
      if (error instanceof PictureStoreError) throw error
      throw new PictureStoreError('The picture store cannot be reached.', { cause: error })
    }
  }

  async function found(...asked: Parameters<typeof call>): Promise<Response | undefined> {
    const answer = await call(...asked)
    if (answer.ok) return answer
    await answer.body?.cancel()
    return undefined
  }

  /** Makes a call of whose answer only the status counts; false for a missing object or bucket. */
  async function isFound(...asked: Parameters<typeof call>): Promise<boolean> {
    const answer = await found(...asked)
    await answer?.body?.cancel()
    return answer !== undefined
  }

  return {
    async put(key, from, type) {
      const path = pathOf(key)
      const bytes = typeof from === 'string' ? await readFile(from) : from
      if (!(await isFound('PUT', path, { body: { bytes, type } }))) throw noBucket()
    },
    async get(key) {
      const answer = await found('GET', pathOf(key))
      return answer && new Uint8Array(await whole(answer.arrayBuffer()))
    },
    async open(key, part) {
      const range = part && { range: `bytes=${part.from}-${part.to}` }
      const answer = await found('GET', pathOf(key), { ...range, isStream: true })
      // the types of the browser and of Node differ in details
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined
    },
    delete: async (key) => void (await isFound('DELETE', pathOf(key))),
    async deleteOlder(key, before) {
      const head = await found('HEAD', pathOf(key))
      if (!head) return true
      const modified = Date.parse(head.headers.get('last-modified') ?? '')
      // also false for NaN: without a date, nothing is deleted
      if (!(modified < before.getTime())) return false
      await isFound('DELETE', pathOf(key))
      return true
    },
    async check() {
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix })
      if (!(await isFound('GET', `?${query}`))) throw noBucket()
    },
    async *list() {
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: start })
        if (token) query.set('continuation-token', token)
        const answer = await found('GET', `?${query}`)
        if (!answer) throw noBucket()
        const xml = await whole(answer.text())
        for (const [entry] of xml.matchAll(/<Contents>[\s\S]*?<\/Contents>/g)) {
          const key = element(entry, 'Key')?.split('/').slice(-2).join('/') ?? ''
          if (stored.isKey(key)) yield { key, modified: new Date(element(entry, 'LastModified') ?? '') }
        }
        token = element(xml, 'NextContinuationToken')
      } while (token)
    },
  }
}

/** Where the shop's bytes are. */
export interface BytesSettings {
  dataDir: string
  /** of a bucket; without it, the data folder */
  imagesUrl?: string | undefined
}

/** The store that the settings name: the bucket of an `s3://` address, else a folder of the data folder. */
export function openBytes({ dataDir, imagesUrl }: BytesSettings, stored: Stored): ByteStore {
  if (imagesUrl) return openS3Bytes(imagesUrl, stored)
  const [folder, incoming] = [join(dataDir, stored.folder), join(dataDir, stored.incoming)]
  return openDiskBytes({ ...stored, folder, incoming })
}
