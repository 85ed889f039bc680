// Takes the events of a shop's webhook: node receiver.mjs whsec_… 9000
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const [secret = '', port = '9000'] = process.argv.slice(2)
const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
if (key.length < 24) throw new Error('Give the secret that the shop showed: whsec_…')
const mostBytes = 1024 * 1024
const mostSeconds = 5 * 60
/** Ids of events that were taken. A real program keeps them in its database, with what it makes of the event. */
const taken = new Set()

/** Whether the shop has signed these very bytes, not long ago. After a new secret the header has two signatures. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  if (!id || !/^\d{1,12}$/.test(time ?? '') || Math.abs(Date.now() / 1000 - Number(time)) > mostSeconds) return false
  const right = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return each.startsWith('v1,') && given.length === right.length && timingSafeEqual(given, right)
  })
}

async function readBody(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function answer(request) {
  if (request.method !== 'POST') return 405
  const body = await readBody(request)
  if (!body) return 413
  if (!isGenuine(request.headers, body)) return 401
  const id = request.headers['webhook-id']
  // the shop sends an event again if it did not get the answer
  if (taken.has(id)) return 204
  const { type, timestamp, data } = JSON.parse(body)
  console.log(type, timestamp, data._id ?? '', data.state ?? '')
  taken.add(id)
  return 204
}

const server = createServer(async (request, response) => {
  response.writeHead(await answer(request).catch(() => 400), { connection: 'close' }).end()
})
server.listen(Number(port), '127.0.0.1', () => console.log(`Waiting for events on port ${server.address().port}`))
