import { transformAsync } from '@babel/core'
import type { LinguiConfigNormalized } from '@lingui/conf'
import type { Plugin } from 'vite'
import { type ShortId, shortIds } from './short-ids.ts'

/** Whether a module's text has macros in it. */
export const hasMacros = /@lingui\/(core|react)\/macro/

/** A module as it is without its macros: every text is an id there. */
export function compileMacros(code: string, filename: string, linguiConfig: LinguiConfigNormalized) {
  return transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig }]],
  })
}

/** Lingui's macros by Babel, only for files that use them; everything else stays with the fast compiler. */
export function linguiMacros(linguiConfig: LinguiConfigNormalized): Plugin {
  let short: Promise<ShortId> | undefined
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    configResolved({ command }) {
      if (command === 'build') short = shortIds(linguiConfig)
    },
    transform: {
      filter: { id: /\.[jt]sx?$/, code: hasMacros },
      async handler(source, file) {
        const result = await compileMacros(source, file, linguiConfig)
        if (result?.code == null) return null
        const shorten = await short
        // the macros write every id of theirs in this form
        const ids = /\bid: "([^"]+)"/g
        const code = shorten ? result.code.replace(ids, (_, id: string) => `id: "${shorten(id)}"`) : result.code
        return { code, map: result.map }
      },
    },
  }
}
