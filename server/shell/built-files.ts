import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takenEncodings } from '../http/encoding.ts'
import { contentType, isText } from './content-types.ts'

export interface BuiltFile {
  type: string
  text: boolean
  /** without quotes; each encoding has one of its own */
  tag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

const suffixes = { '.br': 'br', '.gz': 'gzip' } as const

/**
 * Reads a folder of built files into memory, by their path from that folder. What is not in this map is not served:
 * no address is ever turned into a path on the disk. Names that begin with a dot are left out.
 */
export async function readBuiltFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    // a file comes before its compressed forms
    .sort()
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    const suffix = name.endsWith('.br') ? '.br' : name.endsWith('.gz') ? '.gz' : undefined
    const original = suffix && files.get(name.slice(0, -suffix.length))
    if (suffix && original) {
      original[suffixes[suffix]] = bytes
      continue
    }
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    files.set(name, { type: contentType(name), text: isText(name), tag, plain: bytes })
  }
  return files
}

/** The best form of a file for an `Accept-Encoding` header. */
export function bestForm(file: BuiltFile, accepted: string | undefined): { bytes: Buffer; encoding?: 'br' | 'gzip' } {
  for (const encoding of takenEncodings(accepted)) {
    const bytes = encoding === 'identity' ? undefined : file[encoding]
    if (bytes && encoding !== 'identity') return { bytes, encoding }
  }
  return { bytes: file.plain }
}
