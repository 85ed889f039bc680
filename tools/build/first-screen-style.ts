import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Global, type Interpolation } from '@emotion/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build, runnerImport } from 'vite'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The oldest browsers that the shop works in (docs/browsers.md). */
export const oldestEngines = ['safari16.4', 'firefox128', 'chrome111']

type Theme = typeof import('../../src/theme/system.ts')
type Parts = typeof import('../../src/theme/plain-parts.ts')

/**
 * Styles with the theme's variables that they name, each in the first that needs it. What is the same by day and by night,
 * and set by no rule, is written in its place: each variable that is left costs the first paint its bytes.
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

/** What Emotion renders on a server: the rules in a style element. */
const rulesOf = (rules: object) =>
  // Chakra's style objects are Emotion's; their types do not know each other
  renderToString(createElement(Global, { styles: rules as Interpolation<object> })).replace(/<\/?style[^>]*>/g, '')

/** Leaves out the variables that no rule reads: a palette sets all of its own. */
function withoutUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\((--(?:[\w-]|\\.)+)/g)].map(([, name]) => name))
  return css.replace(/(--(?:[\w-]|\\.)+):[^;}]*;?/g, (declaration, name) => (read.has(name) ? declaration : ''))
}

const ownStyle = here('src/theme/first-screen.css')
/** Between the two styles while unread variables are left out: what one sets the other may read. */
const cut = '/* cut */'

/** A style, minified, with its drawing in it; addresses are relative to first-screen.css. */
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

/**
 * The styles that the page carries: `first` for what is painted at once, `later` for what
 * is shown after that: the footer, and what the server never sends.
 */
export async function firstScreenStyles(): Promise<{ first: string; later: string }> {
  const [{ module: theme }, { module: parts }, own] = await Promise.all([
    runnerImport<Theme>(here('src/theme/system.ts'), { configFile: false }),
    runnerImport<Parts>(here('src/theme/plain-parts.ts'), { configFile: false }),
    readFile(ownStyle, 'utf8'),
  ])
  const { first, later } = parts.plainParts(theme.system)
  const both = rulesOf(first) + own + cut + rulesOf(later)
  const [firstStyle = '', laterStyle = ''] = withTokens(withoutUnread(both).split(cut), theme)
  return { first: await minified(firstStyle), later: await minified(laterStyle) }
}
