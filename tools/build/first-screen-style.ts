import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Global, type Interpolation } from '@emotion/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build, runnerImport } from 'vite'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The oldest supported browsers (docs/browsers.md). */
export const oldestEngines = ['safari17', 'firefox128', 'chrome114']

type Theme = typeof import('../../src/theme/system.ts')
type Parts = typeof import('../../src/theme/first-screen-parts.ts')

/**
 * Adds the declarations of the theme's variables to the styles, each to the first style that uses it. Variables with one
 * constant value are replaced by it, because each declaration adds bytes to the first paint.
 */
function withTokens(styles: string[], { system }: Theme): string[] {
  const { base = new Map(), ...others } = Object.fromEntries(system.tokens.cssVarMap)
  const isSet = (name: string) => styles.some((style) => style.includes(`${name}:`))
  const changes = (name: string): boolean =>
    isSet(name) || Object.values(others).some((values) => values.has(name)) || namesIn(base.get(name)).some(changes)
  const filled = (text: string): string =>
    text.replace(/var\((--chakra-(?:[\w-]|\\.)+)\)/g, (variable, name) =>
      changes(name) ? variable : filled(String(base.get(name))),
    )
  const written = new Set<string>()
  return styles.map((style) => {
    const named = new Set<string>()
    const find = (text: string) => {
      for (const name of namesIn(text)) {
        if (named.has(name) || written.has(name)) continue
        if (!base.has(name) && !isSet(name)) throw new Error(`The theme has no ${name}`)
        named.add(name)
        for (const values of system.tokens.cssVarMap.values()) find(filled(String(values.get(name) ?? '')))
      }
    }
    find(filled(style))
    for (const name of named) written.add(name)
    const rules = [...system.tokens.cssVarMap].map(([condition, values]) => {
      const rule = `:root{${[...values].flatMap(([name, value]) => (named.has(name) ? `${name}:${value};` : [])).join('')}}`
      return condition === 'base' ? rule : `${system.conditions.resolve(condition)}{${rule}}`
    })
    return filled(rules.join('') + style)
  })
}

const namesIn = (text: unknown) => String(text).match(/--chakra-(?:[\w-]|\\.)+/g) ?? []

/** The CSS that Emotion renders for rules, without its style element. */
const rulesOf = (rules: object) =>
  // Chakra's style objects are valid for Emotion, but their types are unrelated
  renderToString(createElement(Global, { styles: rules as Interpolation<object> })).replace(/<\/?style[^>]*>/g, '')

/** Removes variables that no rule reads: a colour palette sets many more than are used. */
function withoutUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\((--(?:[\w-]|\\.)+)/g)].map(([, name]) => name))
  return css.replace(/(--(?:[\w-]|\\.)+):[^;}]*;?/g, (declaration, name) => (read.has(name) ? declaration : ''))
}

const ownStyle = here('src/theme/first-screen.css')
/** Separates the two styles while unread variables are removed, because one may read what the other sets. */
const cut = '/* cut */'

/** Minifies a style and inlines its picture. URLs are relative to first-screen.css. */
async function minified(style: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'given-style', enforce: 'pre', transform: (_, id) => (id === ownStyle ? style : undefined) }],
    build: { write: false, target: oldestEngines, rolldownOptions: { input: ownStyle } },
  })
  const files = 'output' in result ? result.output : []
  const made = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (made?.type !== 'asset') throw new Error('first-screen.css gave no style')
  return String(made.source).trim()
}

/** The inline styles of index.html: `first` for the first paint, `later` for the footer and for parts the server never sends. */
export async function firstScreenStyles(): Promise<{ first: string; later: string }> {
  const [{ module: theme }, { module: parts }, own] = await Promise.all([
    runnerImport<Theme>(here('src/theme/system.ts'), { configFile: false }),
    runnerImport<Parts>(here('src/theme/first-screen-parts.ts'), { configFile: false }),
    readFile(ownStyle, 'utf8'),
  ])
  const { first, later } = parts.firstScreenParts(theme.system)
  const both = rulesOf(first) + own + cut + rulesOf(later)
  const [firstStyle = '', laterStyle = ''] = withTokens(withoutUnread(both).split(cut), theme)
  return { first: await minified(firstStyle), later: await minified(laterStyle) }
}
