import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseEncoding } from '../platform/http/answer-cache.ts'
import { contentType, isText } from './content-types.ts'

export interface BuiltFile {
  type: string
  text: boolean
  /** the ETag without quotes and without the suffix of an encoding */
  tag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

const suffixes = { '.br': 'br', '.gz': 'gzip' } as const

/** The `tag` of a file's bytes. */
export function tagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

/**
 * Reads a folder of built files into memory, by path. Only files in this map are served, so that no URL is ever turned into
 * a path on the disk. Skips names that begin with a dot.
 */
export async function readBuiltFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    // sorts each file before its compressed forms
    .sort()
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    const suffix = name.endsWith('.br') ? '.br' : name.endsWith('.gz') ? '.gz' : undefined
    const original = suffix && files.get(name.slice(0, -suffix.length))
    if (suffix && original) {
      original[suffixes[suffix]] = bytes
      continue
    }
    files.set(name, { type: contentType(name), text: isText(name), tag: tagOf(bytes), plain: bytes })
  }
  return files
}

/** The best encoding of a file for an `Accept-Encoding` header. */
export function bestForm(file: BuiltFile, accepted: string | undefined): { bytes: Buffer; encoding?: 'br' | 'gzip' } {
  const encoding = chooseEncoding(accepted)
  const bytes = encoding === 'identity' ? undefined : file[encoding]
  return bytes && encoding !== 'identity' ? { bytes, encoding } : { bytes: file.plain }
}
