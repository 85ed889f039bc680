import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** The signature that AWS Signature Version 4 asks for, worked out by the book and apart from the client's library. */
function expectedSignature(request: IncomingMessage, secret: string): string {
  const [, scope = '', signed = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '') ?? []
  const [day = '', region = '', service = ''] = scope.split('/')
  const url = new URL(request.url ?? '/', 'http://s3')
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...signed.split(';').map((name) => `${name}:${request.headers[name]}`),
    '',
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex')
}

/** An S3 service in memory with one bucket, `pictures`, that lists two keys at a time and checks every signature. */
export async function startS3(secret: string) {
  const objects = new Map<string, { bytes: Buffer; type: string; modified: Date }>()
  const state = { down: false }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const bytes = Buffer.concat(chunks)
    const answer = (status: number, body: Buffer | string = '') => response.writeHead(status).end(body)
    const signature = /Signature=([0-9a-f]+)/.exec(request.headers.authorization ?? '')?.[1]
    const honest = request.headers['x-amz-content-sha256'] === sha256(bytes)
    if (state.down) return answer(503)
    if (!honest || signature !== expectedSignature(request, secret)) return answer(403)
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, bucket, ...rest] = url.pathname.split('/')
    const key = rest.join('/')
    if (bucket !== 'pictures') return answer(404)
    if (request.method === 'PUT') {
      objects.set(key, { bytes, type: String(request.headers['content-type']), modified: new Date() })
      return answer(200)
    }
    if (request.method === 'DELETE') return answer(objects.delete(key) ? 204 : 204)
    if (key !== '') {
      const object = objects.get(key)
      if (!object) return answer(404, '<Error><Code>NoSuchKey</Code></Error>')
      response.setHeader('last-modified', object.modified.toUTCString())
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      return from && to ? answer(206, object.bytes.subarray(Number(from), Number(to) + 1)) : answer(200, object.bytes)
    }
    const from = url.searchParams.get('continuation-token') ?? ''
    const prefix = url.searchParams.get('prefix') ?? ''
    const keys = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > from).sort()
    const entries = keys.slice(0, 2).map((name) => {
      const time = objects.get(name)?.modified.toISOString()
      return `<Contents><Key>${name}</Key><LastModified>${time}</LastModified></Contents>`
    })
    const next = keys.length > 2 ? `<NextContinuationToken>${keys[1]}</NextContinuationToken>` : ''
    return answer(200, `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { host: `127.0.0.1:${port}`, objects, state, stop }
}
