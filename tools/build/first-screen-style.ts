import { fileURLToPath } from 'node:url'
import { Global } from '@emotion/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build, type Plugin, runnerImport } from 'vite'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

type Theme = typeof import('../../src/theme/system.ts')

/** The theme's variables that a style names, with those that they are made of, by day and by night. */
function tokenStyle(css: string, { system }: Theme): string {
  const variables = system.tokens.cssVarMap
  const named = new Set<string>()
  const find = (text: string) => {
    for (const [name] of text.matchAll(/--chakra-[\w-]+/g)) {
      if (named.has(name)) continue
      if (!variables.get('base')?.has(name) && !css.includes(`${name}:`)) throw new Error(`The theme has no ${name}`)
      named.add(name)
      for (const values of variables.values()) find(String(values.get(name) ?? ''))
    }
  }
  find(css)
  const rules = [...variables].map(([condition, values]) => {
    const rule = `:root{${[...values].flatMap(([name, value]) => (named.has(name) ? `${name}:${value};` : [])).join('')}}`
    return condition === 'base' ? rule : `${system.conditions.resolve(condition)}{${rule}}`
  })
  return rules.join('')
}

/** Puts the theme's tokens and its rules for all elements before the first screen's own. */
const withTheme = (): Plugin => ({
  name: 'first-screen-theme',
  enforce: 'pre',
  async transform(css, id) {
    if (!id.endsWith('/first-screen.css')) return
    const { module: theme } = await runnerImport<Theme>(here('src/theme/system.ts'), { configFile: false })
    const rules = Object.entries(theme.system.getGlobalCss()).filter(([selector]) => !selector.startsWith('@keyframes'))
    // what Emotion renders on a server: the rules in a style element
    const styles = Object.fromEntries(rules)
    const elements = renderToString(createElement(Global, { styles })).replace(/<\/?style[^>]*>/g, '')
    return tokenStyle(elements + css, theme) + elements + css
  },
})

/** The style of the first screen as the page carries it: minified, with its drawing in it. */
export async function firstScreenStyle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [withTheme()],
    build: { write: false, target: 'es2022', rolldownOptions: { input: here('src/theme/first-screen.css') } },
  })
  const files = 'output' in result ? result.output : []
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (style?.type !== 'asset') throw new Error('first-screen.css gave no style')
  return String(style.source).trim()
}
