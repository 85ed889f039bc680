import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { parsePictureKey, requirePictureKey } from './key.ts'
import type { PictureStore } from './picture-store.ts'

const timeoutMilliseconds = 20_000

/** A failure of the S3 service, answered with 503, because a later attempt may succeed. */
export class PictureStoreError extends Error {
  statusCode = 503
}

const noBucket = () => new PictureStoreError('The bucket of the picture store does not exist.')

/**
 * Parses `s3://ACCESS_KEY:SECRET_KEY@HOST[:PORT]/BUCKET[/PREFIX][?region=…&tls=off]` for path-style requests; the default
 * region is `us-east-1`. Throws an error without the secret if the URL is invalid.
 */
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

const xmlText = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&',
  )
const element = (xml: string, name: string) => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return found === undefined ? undefined : xmlText(found)
}

/** Reports a body that breaks off as a failure of the service. */
async function whole<T>(body: Promise<T>): Promise<T> {
  try {
    return await body
  } catch (error) {
    throw new PictureStoreError('The picture store broke off.', { cause: error })
  }
}

/** fetch does not accept shared memory; anything else is not copied, since files are large. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes)
}

interface Call {
  body?: { bytes: Uint8Array; type: string }
  /** of the bytes that are wanted, as in the header of that name */
  range?: string
  /** the body may take as long as its reader */
  isStream?: boolean
}

/** A bucket of an S3-compatible service. */
export function openBucket(imagesUrl: string) {
  const { bucketUrl, prefix, ...credentials } = parseS3Url(imagesUrl)
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 })

  async function call(method: string, path: string, { body, range, isStream = false }: Call = {}): Promise<Response> {
    const headers: Record<string, string> = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body?.bytes ?? '')
        .digest('hex'),
    }
    if (range) headers.range = range
    if (body) headers['content-type'] = body.type
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeoutMilliseconds).unref()
    const payload = body ? { body: unshared(body.bytes) } : {}
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

  return {
    /** a missing object or bucket is answered with 404; other failures throw `PictureStoreError` */
    call,
    /** all keys that begin with this, below the prefix of the URL */
    prefix,
    async put(key: string, bytes: Uint8Array, type: string): Promise<void> {
      const answer = await call('PUT', prefix + key, { body: { bytes, type } })
      await answer.body?.cancel()
      if (!answer.ok) throw noBucket()
    },
    /** All objects whose keys begin with `below`; the keys are without the prefix of the URL. */
    async *list(below = ''): AsyncGenerator<{ key: string; modified: Date }> {
      let token: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: prefix + below,
          ...(token ? { 'continuation-token': token } : {}),
        })
        const answer = await call('GET', `?${query}`)
        if (!answer.ok) throw noBucket()
        const xml = await whole(answer.text())
        for (const [entry] of xml.matchAll(/<Contents>[\s\S]*?<\/Contents>/g)) {
          const key = element(entry, 'Key')?.slice(prefix.length)
          if (key) yield { key, modified: new Date(element(entry, 'LastModified') ?? '') }
        }
        token = element(xml, 'NextContinuationToken')
      } while (token)
    },
  }
}

/** Stores pictures in an S3-compatible service, so that several instances of the server can share them. */
export function openS3Store(imagesUrl: string): PictureStore {
  const { call, prefix, put, list } = openBucket(imagesUrl)
  const pathOf = (key: string) => {
    requirePictureKey(key)
    return prefix + key
  }

  return {
    async put(key, bytes, type) {
      requirePictureKey(key)
      await put(key, bytes, type)
    },
    async get(key) {
      const answer = await call('GET', pathOf(key))
      if (answer.ok) return new Uint8Array(await whole(answer.arrayBuffer()))
      await answer.body?.cancel()
      return undefined
    },
    async deleteOlder(key, before) {
      const found = await call('HEAD', pathOf(key))
      if (!found.ok) return true
      const modified = Date.parse(found.headers.get('last-modified') ?? '')
      // also false for NaN: without a date, nothing is deleted
      if (!(modified < before.getTime())) return false
      await call('DELETE', pathOf(key))
      return true
    },
    async check() {
      const answer = await call('GET', `?${new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix })}`)
      await answer.body?.cancel()
      if (!answer.ok) throw noBucket()
    },
    async *list() {
      for await (const each of list()) if (parsePictureKey(each.key)) yield each
    },
  }
}
