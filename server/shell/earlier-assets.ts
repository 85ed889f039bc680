import { chmod, cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuiltFile, readBuiltFiles } from './built-files.ts'

const savedBuilds = 3

async function newestFirst(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  return dated.sort((a, b) => b.at - a.at).map(({ name }) => name)
}

/** Makes copied files private to this user, because a copy has the mode of its source. */
async function makePrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/**
 * Stores a copy of this build's assets and returns those of the last three earlier builds, so that a tab opened before an
 * update can still load the app's remaining chunks.
 */
export async function saveEarlierAssets(options: {
  dist: string
  folder: string
  build: string
}): Promise<Map<string, BuiltFile>> {
  const { dist, folder, build } = options
  await mkdir(folder, { recursive: true })
  const own = join(folder, build)
  const saved = await stat(own).catch(() => undefined)
  if (!saved) {
    const incomplete = join(folder, `.${build}-${process.pid}`)
    await cp(join(dist, 'assets'), incomplete, { recursive: true })
    await makePrivate(incomplete)
    await rename(incomplete, own)
  }
  const now = new Date()
  await utimes(own, now, now)
  const earlier = (await newestFirst(folder)).filter((name) => name !== build)
  for (const name of earlier.slice(savedBuilds)) await rm(join(folder, name), { recursive: true, force: true })
  const files = new Map<string, BuiltFile>()
  for (const name of earlier.slice(0, savedBuilds).reverse()) {
    for (const [path, file] of await readBuiltFiles(join(folder, name))) files.set(path, file)
  }
  return files
}
