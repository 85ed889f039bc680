/** Checks whether `dist` is up to date, by a hash of all sources of the build in `dist/.stamp`. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stampFile = join(root, 'dist/.stamp')
const folders = ['src', 'sw', 'contract', 'public', 'server/scripts', 'server/shell', 'tools/build']
const files = ['vite.config.ts', 'lingui.config.ts', 'tsconfig.json', 'package-lock.json']
const envFiles = ['.env', '.env.local', '.env.production', '.env.production.local']

function sources() {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  return [...found, ...[...files, ...envFiles].map((name) => join(root, name)).filter(existsSync)].sort()
}

function currentStamp() {
  const hash = createHash('sha256')
  for (const path of sources()) {
    const bytes = readFileSync(path)
    hash.update(`${path.slice(root.length)}\n${bytes.length}\n`).update(bytes)
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return hash.update(JSON.stringify(settings.sort())).digest('hex')
}

export function isBuildCurrent() {
  if (!existsSync(stampFile) || !existsSync(join(root, 'dist/index.html'))) return false
  return readFileSync(stampFile, 'utf8') === currentStamp()
}

export function writeBuildStamp() {
  writeFileSync(stampFile, currentStamp())
}
