import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { convertLogo, convertPicture, makeCard, makePng, makeThumb, PictureRefused, type Room } from './convert.ts'
import type { Answer, Work } from './decoder.ts'

/* A process that decodes pictures of others. Decoders run in threads, so that it sees what they take, and ends by a signal, which waits for none. */

/** Milliseconds between two looks at memory and time. */
const every = 5
/** How many times as long as a thumbnail the pictures of a product may take, in all sizes and formats. */
const conversion = 6
/** Bytes from which on the process ends after its work, so that the next one has all of its room. */
const swollen = 100_000_000
const room: Room = JSON.parse(process.argv[2] ?? '')

// of the server's processes this one goes first; neither is possible everywhere
void writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)
try {
  setPriority(5)
} catch {}
// a stop of the service lets what runs come to its end: the server leaves last
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

function make(work: Work) {
  if (work.kind === 'thumb') return makeThumb(work.path, room)
  if (work.kind === 'convert') return convertPicture(work.bytes, room)
  if (work.kind === 'logo') return convertLogo(work.bytes, room)
  return work.kind === 'png' ? makePng(work.bytes) : makeCard(work.bytes)
}

async function answerTo(work: Work): Promise<Answer> {
  try {
    return { made: await make(work) }
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: { message: error.message, broken: error.broken } }
    return { failed: String(error) }
  }
}

async function serve(work: Work): Promise<void> {
  const time = room.time * (work.kind === 'thumb' ? 1 : conversion)
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (process.memoryUsage.rss() > room.memory || (user + system) / 1000 > time) process.kill(process.pid, 'SIGKILL')
  }, every)
  const answer = await answerTo(work)
  clearInterval(timer)
  const isLast = process.memoryUsage.rss() > swollen
  process.send?.({ ...answer, isLast }, () => isLast && process.exit())
}

process.on('message', (work: Work) => void serve(work))
