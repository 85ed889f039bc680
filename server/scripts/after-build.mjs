/** Ends `npm run build`: compresses every text file, and records the other origins that the app uses, for the page's security policy. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { loadEnv } from 'vite'
import { writeBuildStamp } from './prepare.mjs'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const brotli = promisify(brotliCompress)
const smallest = 300
const text = /\.(html|js|mjs|css|txt|json|map|webmanifest|svg|xml)$/

async function compress(path) {
  const bytes = await readFile(path)
  if (bytes.length < smallest) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([brotli(bytes, { params }), promisify(gzip)(bytes, { level: 9 })])
  if (br.length < bytes.length) await writeFile(`${path}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
}

const originOf = (url) => (url && URL.canParse(url) ? [new URL(url).origin] : [])
const entries = await readdir(dist, { recursive: true, withFileTypes: true })
const texts = entries.filter(
  (entry) => entry.isFile() && !/[/\\]\.(vite|server)/.test(entry.parentPath) && text.test(entry.name),
)
await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name))))

const env = loadEnv('production', root, 'VITE_')
const api = originOf(env.VITE_API_URL)
const origins = { connect: [...new Set([...api, ...originOf(env.VITE_CONTACT_URL)])], images: api }
await writeFile(join(dist, '.origins.json'), JSON.stringify(origins))
writeBuildStamp()
console.log(`${texts.length} files compressed`)
