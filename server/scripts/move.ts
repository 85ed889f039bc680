/**
 * `MOVE_TO=postgres://… [MOVE_IMAGES=s3://…] npm run move`: copies the shop that DATABASE_URL or DATA_DIR names into another
 * database, `sqlite:FOLDER` for the way back. The original stays as it is. Arguments work as well, and everybody on the machine can read them.
 */

import { openFiles } from '../files/open-files.ts'
import { pictureType } from '../images/key.ts'
import { openPictureStore } from '../images/open-store.ts'
import type { ByteStore } from '../platform/bytes/byte-store.ts'
import type { BytesSettings } from '../platform/bytes/open-bytes.ts'
import { CommandError, dataPlaces, runCommand } from './command.ts'
import { checkEmpty, commonTables, copyRows } from './move/copy-shop.ts'
import { nameOf, openSource, openTarget, type Place, readPlace, usage } from './move/places.ts'

interface Copying {
  from: ByteStore
  to: ByteStore
  /** in words, for the terminal */
  what: string
  typeOf(key: string): string
}

/** Copies all files of a store; one that is there already is written again. Returns their number. */
async function copyAll({ from, to, what, typeOf }: Copying): Promise<number> {
  let done = 0
  for await (const { key } of from.list()) {
    const bytes = await from.get(key)
    // deleted meanwhile
    if (!bytes) continue
    await to.put(key, bytes, typeOf(key))
    if (++done % 100 === 0) process.stderr.write(`${done} ${what}\n`)
  }
  return done
}

/** Numbers of files: of pictures, and of orders. */
interface Copied {
  shown: number
  ofOrders: number
}

interface Wish {
  target: Place
  /** where the pictures go; they stay without it */
  images: string | undefined
}

function readWish(args: readonly string[], { MOVE_TO, MOVE_IMAGES }: NodeJS.ProcessEnv): Wish {
  const at = args.indexOf('--images')
  const images = at < 0 ? MOVE_IMAGES : args[at + 1]
  const given = at < 0 ? args : args.toSpliced(at, 2)
  const rest = given.length === 0 && MOVE_TO ? [MOVE_TO] : given
  if (rest.length !== 1 || (at >= 0 && !images)) throw new CommandError(usage)
  if (images && !/^s3:\/\/[^:]+:[^@]+@[^/]+\/./.test(images))
    throw new CommandError('The store of the pictures looks like --images s3://ACCESS_KEY:SECRET_KEY@HOST/BUCKET.')
  return { target: readPlace(rest[0] ?? ''), images }
}

/** A bar on a terminal; in a file, a line for each tenth. */
function createBar(): (what: string, done: number, total: number) => void {
  let shown = -1
  return (what, done, total) => {
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total)
    const step = process.stderr.isTTY ? 1 : 10
    if (percent < shown + step && percent < 100) return
    if (percent === shown) return
    shown = percent
    const bar = '#'.repeat(percent / 5).padEnd(20, '.')
    const line = `[${bar}] ${percent} % ${what}`
    process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(60)}${percent === 100 ? '\n' : ''}` : `${line}\n`)
  }
}

const sameText = (a: Place, b: Place) => JSON.stringify(a) === JSON.stringify(b)

async function move({ target: to, images }: Wish): Promise<string> {
  const { dataDir, databaseUrl, imagesUrl } = dataPlaces(process.env)
  const from: Place = databaseUrl ? { kind: 'postgres', url: databaseUrl } : { kind: 'sqlite', dataDir }
  if (sameText(from, to))
    throw new CommandError('The shop is there already: DATABASE_URL and DATA_DIR name what is moved.')
  const source = await openSource(from)
  const since = new Date().toISOString().slice(11, 19)
  try {
    const target = await openTarget(to)
    try {
      const tables = await commonTables(source.side, target.side)
      await checkEmpty(nameOf(to), target.side, tables)
      const rows = await copyRows({ source: source.side, target: target.side, tables }, createBar())
      const pictures = images ? await movePictures({ dataDir, imagesUrl }, images) : undefined
      await target.side.commit()
      const lines = [`Moved ${rows} rows of ${tables.size} tables; counts and checksums are the same.`]
      if (pictures !== undefined)
        lines.push(`Copied ${pictures.shown} files of pictures and ${pictures.ofOrders} files of orders.`)
      if (source.inUse)
        lines.push(
          `The shop was in use: what was saved after ${since} UTC is not in the copy. To move all of it, stop it first.`,
        )
      return lines.join('\n')
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function movePictures(from: BytesSettings, imagesUrl: string): Promise<Copied> {
  const bucket = { ...from, imagesUrl }
  // the type of a file's answers is in the database
  const typeOf = () => 'application/octet-stream'
  const ofOrders = await copyAll({ from: openFiles(from), to: openFiles(bucket), what: 'files of orders', typeOf })
  const [pictures, copies] = [openPictureStore(from), openPictureStore(bucket)]
  const shown = await copyAll({ from: pictures, to: copies, what: 'files of pictures', typeOf: pictureType })
  return { shown, ofOrders }
}

await runCommand(() => move(readWish(process.argv.slice(2), process.env)))
