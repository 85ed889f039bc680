import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The simplest balancer: requests go round the instances that are there. Where nobody listens the next one is asked;
 * an instance that breaks off in the middle of an answer breaks off the answer.
 */
export async function openBalancer() {
  const agent = new http.Agent({ keepAlive: true })
  let targets: string[] = []
  let turn = 0
  /** requests by target */
  const served = new Map<string, number>()

  /** `at`: the turn of a request, which asks each instance once whatever turns come meanwhile */
  function forward(request: http.IncomingMessage, response: http.ServerResponse, body: Buffer, at: number, tried = 0) {
    const target = targets[(at + tried) % Math.max(1, targets.length)]
    if (target === undefined || tried >= targets.length) return void response.writeHead(502).end()
    const { hostname, port } = new URL(target)
    const { method, url: path, headers } = request
    const out = http.request({ agent, hostname, port, method, path, headers }, (answer) => {
      served.set(target, (served.get(target) ?? 0) + 1)
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    out.on('error', (error: NodeJS.ErrnoException) => {
      const nothingSent = error.code === 'ECONNREFUSED'
      if (nothingSent) return forward(request, response, body, at, tried + 1)
      response.destroy()
    })
    out.end(body)
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    forward(request, response, Buffer.concat(chunks), turn++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    send(urls: string[]) {
      targets = urls
    },
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
