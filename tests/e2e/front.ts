import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer in place of the server's. */
export interface Stand {
  status?: number
  type: string
  body: string
}

export interface Front {
  url: string
  /** answers a path by hand, or never; undefined lets the request through */
  change(rule: ((path: string) => Stand | 'never' | undefined) | undefined): void
  /** added to the worker's script: the next version of the app */
  release(name: string): void
  /** requested paths, with their method */
  asked: string[]
  close(): Promise<void>
}

/** A reverse proxy in front of the shop that simulates a captive portal, missing files, and the release of a new version. */
export async function openFront(target: string): Promise<Front> {
  const asked: string[] = []
  let rule: Parameters<Front['change']>[0]
  let version = ''
  const server = http.createServer((req, res) => {
    const path = req.url ?? '/'
    asked.push(`${req.method} ${path}`)
    const stand = rule?.(path)
    if (stand === 'never') return
    if (stand) {
      res.writeHead(stand.status ?? 200, { 'content-type': stand.type })
      res.end(stand.body)
      return
    }
    // complete and uncompressed, since code is added to the worker's script
    const { 'if-none-match': _tag, 'if-modified-since': _time, ...rest } = req.headers
    const headers = path.startsWith('/sw.js') ? { ...rest, 'accept-encoding': 'identity' } : req.headers
    const out = http.request(new URL(path, target), { method: req.method, headers }, (answer) => {
      const newScript = path.startsWith('/sw.js') && version !== '' && answer.statusCode === 200
      if (newScript) {
        delete answer.headers['content-length']
        delete answer.headers.etag
      }
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!newScript) {
        answer.pipe(res)
        return
      }
      answer.on('data', (chunk) => res.write(chunk))
      answer.on('end', () => res.end(`\n// ${version}\n`))
    })
    out.on('error', () => res.destroy())
    req.pipe(out)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // the address of a TCP server is never a string
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    change(next) {
      rule = next
    },
    release(name) {
      version = name
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
