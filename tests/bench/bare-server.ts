/**
 * The limit for our server: Fastify with nothing in it, which answers each address with the very bytes and headers that our
 * server answered with. A process of its own; what to answer comes as JSON in the file of its first argument.
 */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

export interface BareAnswer {
  path: string
  method: 'GET' | 'POST'
  status: number
  headers: Record<string, string>
  /** base64 */
  body: string
}

const [file = '', port = ''] = process.argv.slice(2)
// written by startBare() for this process
const given = JSON.parse(readFileSync(file, 'utf8')) as BareAnswer[]
const answers = new Map(
  given.map((each) => [each.method + each.path, { ...each, bytes: Buffer.from(each.body, 'base64') }]),
)

const app = Fastify({ keepAliveTimeout: 60_000 })
app.route({
  method: ['GET', 'POST'],
  url: '/*',
  handler: (request, reply) => {
    const answer = answers.get(request.method + request.url)
    if (!answer) return reply.code(404).send('')
    return reply.code(answer.status).headers(answer.headers).send(answer.bytes)
  },
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
