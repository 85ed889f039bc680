import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuiltFile, readBuiltFiles } from './built-files.ts'
import { saveEarlierAssets } from './earlier-assets.ts'
import { contentSecurityPolicy, type Origins } from './security-headers.ts'

/** The built web app in memory. */
export interface Shell {
  /** id of this build; changes with any file of the app, because index.html has their hashes */
  build: string
  policy: string
  files: Map<string, BuiltFile>
}

async function readOrigins(dist: string): Promise<Origins> {
  const text = await readFile(join(dist, '.origins.json'), 'utf8').catch(() => undefined)
  // written by `after-build.mjs` with this type
  return text === undefined ? { connect: [], images: [] } : (JSON.parse(text) as Origins)
}

/** Reads the built app and the assets of earlier builds; undefined if the app is not built. */
export async function openShell(options: {
  dist: string
  dataDir: string
  warn: (error: unknown, message: string) => void
}): Promise<Shell | undefined> {
  const { dist, dataDir, warn } = options
  const files = await readBuiltFiles(dist).catch(() => new Map<string, BuiltFile>())
  const index = files.get('index.html')
  if (!index) return undefined
  const build = index.tag.replace(/[^A-Za-z0-9]/g, '').slice(0, 12)
  try {
    const earlier = await saveEarlierAssets({ dist, folder: join(dataDir, 'earlier-assets'), build })
    for (const [name, file] of earlier) {
      if (!files.has(`assets/${name}`)) files.set(`assets/${name}`, file)
    }
  } catch (error) {
    // the app works without them, but tabs opened before the update may have to reload
    warn(error, 'The files of earlier builds could not be saved.')
  }
  return { build, files, policy: contentSecurityPolicy(index.plain.toString('utf8'), await readOrigins(dist)) }
}
