import { type ChildProcess, fork } from 'node:child_process'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrokenRule } from '../../contract/fields.ts'
import { type FileType, fileTypes } from '../../contract/files.ts'
import { pictureValue } from '../../contract/picture.ts'
import { refuse } from '../http/refusal.ts'
import type { StoredPicture } from '../service-deps.ts'
import type { ByteStore } from './byte-store.ts'
import { type ConvertedPicture, mostRoom, PictureRefused, type Room, sniffPicture } from './convert.ts'

/** What is asked of a child process, and what it answers. */
export type Work = { kind: 'thumb'; path: string } | { kind: 'convert' | 'logo' | 'card' | 'png'; bytes: Uint8Array }
type Made<W extends Work> = W['kind'] extends 'convert' | 'logo' ? ConvertedPicture : Uint8Array
export type Answer =
  | { made: ConvertedPicture | Uint8Array }
  | { refused: { message: string; broken: BrokenRule } }
  | { failed: string }

/** Milliseconds: life of a child without work, and the end of one that neither works nor answers. */
const times = { idle: 10_000, hung: 300_000 }

/** Runs works in a child process, one at a time. It knows none of the settings, and ends when it has been idle. */
function inChild(room: Room) {
  let current: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const drop = (child: ChildProcess) => {
    if (current === child) current = undefined
  }
  const start = () => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [JSON.stringify(room)], {
      env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '1' },
      execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => child.kill('SIGKILL'))
    return child.once('exit', () => drop(child))
  }

  /** The answer of the child; undefined if the work has ended it. */
  return (work: Work): Promise<Answer | undefined> => {
    clearTimeout(idle)
    current ??= start()
    const child = current
    child.ref()
    child.channel?.ref()
    return new Promise((resolve) => {
      const hung = setTimeout(() => child.kill('SIGKILL'), times.hung)
      const end = (answer?: Answer) => {
        clearTimeout(hung)
        child.off('message', answered).off('exit', exited).off('error', failed)
        child.unref()
        child.channel?.unref()
        idle = setTimeout(() => {
          // work that arrives before it has exited starts another child
          drop(child)
          if (child.connected) child.disconnect()
        }, times.idle).unref()
        resolve(answer)
      }
      const answered = ({ isLast, ...answer }: Answer & { isLast: boolean }) => {
        // it has taken memory that it does not give back
        if (isLast) drop(child)
        end(answer)
      }
      const exited = () => end()
      const failed = (error: Error) => {
        drop(child)
        child.kill('SIGKILL')
        end({ failed: error.message })
      }
      child.once('message', answered).once('exit', exited).once('error', failed)
      child.send(work, (error) => error && failed(error))
    })
  }
}

interface Job {
  who: string
  work: Work
  end: (answer: Answer | undefined) => void
}

/** Decodes pictures in a child process, one at a time. Of those who wait, the person on whose pictures the least time was spent is next. */
export function createDecoder(room: Room = mostRoom) {
  const run = inChild(room)
  const waiting: Job[] = []
  /** milliseconds that have been spent on somebody's pictures since others wait */
  const spent = new Map<string, number>()
  const timeOf = ({ who }: Job) => spent.get(who) ?? 0
  let isBusy = false

  async function begin(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (;;) {
      const [job] = waiting.toSorted((a, b) => timeOf(a) - timeOf(b))
      if (!job) break
      waiting.splice(waiting.indexOf(job), 1)
      const since = performance.now()
      job.end(await run(job.work))
      spent.set(job.who, timeOf(job) + performance.now() - since)
    }
    spent.clear()
    isBusy = false
  }

  /** Decodes a picture in a child process with bounds of memory and time. `PictureRefused` also means that it exceeds them: it is not tried again. */
  return async <const W extends Work>(who: string, work: W): Promise<Made<W>> => {
    const answer = await new Promise<Answer | undefined>((end) => {
      waiting.push({ who, work, end })
      void begin()
    })
    if (!answer) throw new PictureRefused('To decode the picture takes too much memory or time.')
    if ('refused' in answer) throw new PictureRefused(answer.refused.message, answer.refused.broken)
    if ('failed' in answer) throw new Error(answer.failed)
    // the child answers what its work makes
    return answer.made as Made<W>
  }
}

export const decode = createDecoder()

/** The type of a file by its first bytes; undefined for all types that a thread does not take. */
function sniffFile(head: Buffer): FileType | undefined {
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  if (head.toString('latin1', 4, 8) === 'ftyp' && /^(hei[cxms]|mif1|msf1)/.test(head.toString('latin1', 8, 12)))
    return 'image/heic'
  try {
    return fileTypes.find((type) => type === `image/${sniffPicture(head)}`)
  } catch {
    return undefined
  }
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  return buffer.subarray(0, bytesRead)
}

/** Refuses what is no picture, by the code and the field of a call. */
function refusePicture(code: 'bad-picture' | 'bad-file', path: string) {
  return (error: unknown) => {
    if (!(error instanceof PictureRefused)) throw error
    const detail = code === 'bad-picture' ? { detail: error.message } : {}
    throw refuse(code, { ...detail, errors: [{ path, ...error.broken }] })
  }
}

/** Checks a file's content against its declared type; returns a picture's thumbnail, which HEIC may lack. Refuses with `bad-file` and the rule. */
export async function examineFile(path: string, type: FileType, who: string): Promise<Uint8Array | undefined> {
  if (sniffFile(await headOf(path)) !== type) throw refuse('bad-file', { errors: [{ path: 'file', rule: 'fileType' }] })
  if (type === 'application/pdf') return undefined
  return decode(who, { kind: 'thumb', path }).catch((error) => {
    if (type !== 'image/heic' || !(error instanceof PictureRefused)) return refusePicture('bad-file', 'file')(error)
    return undefined
  })
}

/** Converts a picture of a product or a logo and stores it in all sizes. Refuses with `bad-picture`. */
export async function storePicture(
  pictures: Pick<ByteStore, 'put'>,
  kind: 'convert' | 'logo',
  upload: Uint8Array,
): Promise<StoredPicture> {
  const who = kind === 'logo' ? 'logo' : 'products'
  const { hash, placeholder, files } = await decode(who, { kind, bytes: upload }).catch(
    refusePicture('bad-picture', 'image'),
  )
  for (const { name, type, bytes } of files) await pictures.put(`${hash}/${name}`, bytes, type)
  return { image: pictureValue(hash), placeholder }
}
