import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { LinguiConfigNormalized } from '@lingui/conf'
import type { Plugin } from 'vite'
import { compileMacros, hasMacros } from './lingui-macros.ts'
import { type ShortId, shortIds } from './short-ids.ts'

/** The areas of screens: they open with all texts (src/routes/lazy-screens.ts), whatever else there is with the first ones. */
const otherScreens = /\/routes\/(buyer|account|admin)-screens\.ts$/

/**
 * Makes two parts of each language at build time. `en.po` keeps the texts of everything that the page may show before
 * another screen than the home page has been opened; `en.po?lingui` has the others. Which is which is read from the sources
 * at every build, so that nobody has to remember it. Elsewhere, as in tests, both have all of them.
 */
export function splitTexts(entry: string, linguiConfig: LinguiConfigNormalized): Plugin {
  let early: Promise<string> | undefined
  let short: Promise<ShortId> | undefined
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.po(\?lingui)?$/ },
      async handler(code, id) {
        early ??= earlyCode(entry, linguiConfig)
        short ??= shortIds(linguiConfig)
        const [sources, shorten] = await Promise.all([early, short])
        // a catalog is a module without imports, whatever its form
        const { messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
        const all: [string, unknown][] = Object.entries(messages)
        const part = all.filter(([key]) => sources.includes(`"${key}"`) === id.endsWith('.po'))
        if (part.length === 0) throw new Error(`No texts are left of ${id}`)
        const text = JSON.stringify(JSON.stringify(Object.fromEntries(part.map(([key, text]) => [shorten(key), text]))))
        return { code: `export const messages = JSON.parse(${text})`, map: null }
      },
    },
  }
}

/** The compiled text of all modules with texts that are there with the home page or may come while it stands. */
async function earlyCode(entry: string, linguiConfig: LinguiConfigNormalized): Promise<string> {
  const files = new Set([entry])
  const compiled: string[] = []
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    const imports = code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)
    const found = [...imports].map(([, path = '']) => resolve(dirname(file), path))
    for (const path of found) if (!otherScreens.test(path)) files.add(path)
    if (hasMacros.test(code)) compiled.push((await compileMacros(code, file, linguiConfig))?.code ?? '')
  }
  return compiled.join('\n')
}
