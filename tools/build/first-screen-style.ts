import { fileURLToPath } from 'node:url'
import { Global, type Interpolation } from '@emotion/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build, type Plugin, runnerImport } from 'vite'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

type Theme = typeof import('../../src/theme/system.ts')
type Parts = typeof import('../../src/theme/plain-parts.ts')

/** The theme's variables that a style names, with those that they are made of, by day and by night. */
function tokenStyle(css: string, { system }: Theme): string {
  const variables = system.tokens.cssVarMap
  const named = new Set<string>()
  const find = (text: string) => {
    for (const [name] of text.matchAll(/--chakra-(?:[\w-]|\\.)+/g)) {
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

/** What Emotion renders on a server: the rules in a style element. */
const rulesOf = (rules: object) =>
  // Chakra's style objects are Emotion's; their types do not know each other
  renderToString(createElement(Global, { styles: rules as Interpolation<object> })).replace(/<\/?style[^>]*>/g, '')

/** Leaves out the variables that no rule reads: a palette sets all of its own. */
function withoutUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\((--(?:[\w-]|\\.)+)/g)].map(([, name]) => name))
  return css.replace(/(--(?:[\w-]|\\.)+):[^;}]*;?/g, (declaration, name) => (read.has(name) ? declaration : ''))
}

/** Puts the theme's tokens, its rules for all elements and the classes made of recipes before the first screen's own. */
const withTheme = (): Plugin => ({
  name: 'first-screen-theme',
  enforce: 'pre',
  async transform(css, id) {
    if (!id.endsWith('/first-screen.css')) return
    const [{ module: theme }, { module: parts }] = await Promise.all([
      runnerImport<Theme>(here('src/theme/system.ts'), { configFile: false }),
      runnerImport<Parts>(here('src/theme/plain-parts.ts'), { configFile: false }),
    ])
    const rules = Object.entries(theme.system.getGlobalCss()).filter(([selector]) => !selector.startsWith('@keyframes'))
    const all = withoutUnread(rulesOf(Object.fromEntries(rules)) + rulesOf(parts.plainParts(theme.system)) + css)
    return tokenStyle(all, theme) + all
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
