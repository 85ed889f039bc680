import { createHash } from 'node:crypto'
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'
import { limitPage } from './page.ts'

interface Saved {
  body: Buffer
  headers: Record<string, string>
}

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })

function file(text: string, type: string): Saved {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  const headers = {
    'content-type': type,
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  }
  return { body: brotli(text), headers }
}

/** Serves the limit page for a running shop; pictures and answers are fetched from the shop once and saved. */
export async function serveLimitPage(
  shop: string,
): Promise<{ url: string; bytes: number; close: () => Promise<void> }> {
  const { html, worker } = await limitPage(shop)
  const saved = new Map<string, Saved>([
    ['/', file(html, 'text/html; charset=utf-8')],
    ['/sw.js', file(worker, 'text/javascript; charset=utf-8')],
  ])
  const fromShop = async (path: string, accept: string): Promise<Saved & { status: number }> => {
    const answer = await fetch(shop + path, { headers: { accept, 'accept-encoding': 'identity' } })
    const headers = { 'content-type': '', 'cache-control': '' }
    for (const name of ['content-type', 'cache-control'] as const) headers[name] = answer.headers.get(name) ?? ''
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers }
  }
  const send = (res: ServerResponse, status: number, { body, headers }: Saved) =>
    res.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  const server = http.createServer((req, res) => {
    const path = req.url ?? '/'
    const known = saved.get(path)
    if (known?.headers.etag && req.headers['if-none-match'] === known.headers.etag) {
      return void res.writeHead(304, known.headers).end()
    }
    if (known) return void send(res, 200, known)
    fromShop(path, String(req.headers.accept)).then(
      ({ status, ...answer }) => {
        if (status === 200) saved.set(path, answer)
        send(res, status, answer)
      },
      () => res.destroy(),
    )
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // a TCP server's address is never a string
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: saved.get('/')?.body.length ?? 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
