/// <reference lib="es2024.arraybuffer" />
import { open } from 'node:fs/promises'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'

/*
 * The way of an upload's bytes from the request to the disk. They come in pieces of up to 64 kB, each of which is given back as soon as it is
 * written: left to the garbage collection, those of twenty uploads would lie there by the ten megabytes.
 */

/** The body of a request as the web has it. Node's own conversion copies every piece. */
export function webBody(raw: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      raw.pause()
      raw.on('data', (piece: Uint8Array) => {
        controller.enqueue(piece)
        raw.pause()
      })
      raw.once('end', () => controller.close())
      raw.once('error', (error) => controller.error(error))
    },
    pull: () => void raw.resume(),
    cancel: () => void raw.removeAllListeners('data'),
  })
}

/** Gives back the memory of a piece that nobody reads any more. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Writes a stream into a file from an offset on; returns the offset behind its last byte. What came before an error is in the file. */
export async function writePieces(from: Readable, path: string, offset: number): Promise<number> {
  const file = await open(path, 'r+')
  let at = offset
  const write = async (piece: Uint8Array) => {
    for (let done = 0; done < piece.length; ) {
      const { bytesWritten } = await file.write(piece, done, piece.length - done, at)
      done += bytesWritten
      at += bytesWritten
    }
    free(piece)
  }
  try {
    await pipeline(
      from,
      new Writable({ write: (piece: Uint8Array, _, next) => void write(piece).then(() => next(), next) }),
    )
  } finally {
    await file.close()
  }
  return at
}
