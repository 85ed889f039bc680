import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

const wanted = /^(.*\.po)\?(first|later)$/
/** What the app starts with, and what it loads by itself with texts of its own (`loadChunk` brings the others). */
const roots = ['src/app/start-app.tsx', 'src/ui/feedback/toast-list.tsx']

/** The files that these import at once, as `origin` in a catalog names them. */
function closure(root: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || !existsSync(file) || !/\.tsx?$/.test(file)) return
    seen.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;'"]*?from '(\.[^']+)'/gm)
    for (const [, path = ''] of imports) visit(join(dirname(file), path))
  }
  for (const file of roots) visit(join(root, file))
  return new Set([...seen].map((file) => relative(root, file)))
}

/** Each generated id is cut to what no other begins with: all of its six characters would weigh 16 kB of what is precached. */
function shortened(ids: readonly string[]): ReadonlyMap<string, string> {
  const short = new Map<string, string>()
  const isGenerated = (id: string) => /^[\w+/]{6}$/.test(id)
  const taken = new Set(ids.filter((id) => !isGenerated(id)))
  for (const id of ids.filter(isGenerated).toSorted()) {
    let length = 3
    while (taken.has(id.slice(0, length))) length++
    taken.add(id.slice(0, length))
    short.set(id, id.slice(0, length))
  }
  return short
}

let shortIds: ReadonlyMap<string, string> = new Map()

/**
 * `en.po?first` has the texts of what the app starts with, `en.po?later` all others: the texts of offers, papers and the
 * administration would be an eighth of a first visit's scripts.
 */
export const textsInTwo = (): Plugin => ({
  name: 'texts-in-two',
  enforce: 'pre',
  async buildStart() {
    if (this.environment.mode !== 'build') return
    const [catalog] = await getCatalogs(getConfig())
    shortIds = shortened(Object.keys((await catalog?.read('en')) ?? {}))
  },
  renderChunk: (code) => ({
    code: code.replace(/(?<=\bid: ")[\w+/]{6}(?=")/g, (id) => shortIds.get(id) ?? id),
    map: null,
  }),
  resolveId: {
    filter: { id: wanted },
    async handler(id, importer) {
      const [, path = '', part] = wanted.exec(id) ?? []
      const found = await this.resolve(path, importer, { skipSelf: true })
      return found && `${found.id}?${part}`
    },
  },
  load: {
    filter: { id: wanted },
    async handler(id) {
      const [, path = '', part] = wanted.exec(id) ?? []
      const config = getConfig()
      const { rootDir = '' } = config
      const file = getCatalogForFile(relative(rootDir, path), await getCatalogs(config))
      if (!file?.locale) throw new Error(`There is no catalog ${path}.`)
      const { catalog } = file
      const locale: string = file.locale
      this.addWatchFile(path)
      const first = closure(rootDir)
      const entries = (await catalog.read(locale)) ?? {}
      const { messages, missing } = await catalog.getTranslations(locale, {
        fallbackLocales: {},
        sourceLocale: 'en',
      })
      if (process.env.NODE_ENV === 'production' && missing.length > 0)
        throw new Error(`${missing.length} texts are missing in ${path}.`)
      const isFirst = (text: string) =>
        entries[text]?.origin?.some(([origin]) => origin !== undefined && first.has(origin)) === true
      const chosen = Object.entries(messages)
        .filter(([text]) => isFirst(text) === (part === 'first'))
        .map(([text, message]) => [shortIds.get(text) ?? text, message])
      const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(chosen), { namespace: 'es' })
      if (errors.length > 0) throw errors[0]?.error
      return { code: source, moduleType: 'js', map: null }
    },
  },
})
