import { transformAsync } from '@babel/core'
import type { LinguiConfigNormalized } from '@lingui/conf'
import type { Plugin } from 'vite'

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
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\.[jt]sx?$/, code: hasMacros },
      async handler(code, id) {
        const result = await compileMacros(code, id, linguiConfig)
        return result?.code != null ? { code: result.code, map: result.map } : null
      },
    },
  }
}
