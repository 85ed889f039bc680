import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Global, type Interpolation } from '@emotion/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build, type Plugin, type Rolldown, runnerImport } from 'vite'

/** Inlines the first screen's style and the boot script into index.html, so that the first paint needs no other file. */
export const firstScreenHtml = (): Plugin => ({
  name: 'first-screen-html',
  transformIndexHtml: {
    order: 'post',
    async handler(html, ctx) {
      const { first, later } = await firstScreenStyles()
      if (!ctx.bundle || !ctx.chunk) return html.replace('</title>', () => `</title>\n<style>${first}${later}</style>`)
      // the bundler's own script and links in the head would delay the first paint; the boot script loads them later
      const bundled = /\s*<(script type="module"|link rel="(modulepreload|stylesheet)")[^>]*>(<\/script>)?/g
      const earlyFiles = findEarlyFiles(ctx.bundle, ctx.chunk)
      const [before, after] = await Promise.all([
        bootScript('before-paint', earlyFiles),
        bootScript('after-paint', earlyFiles),
      ])
      return html
        .replace(bundled, '')
        .replace('</title>', () => `</title>\n<style>${first}</style>\n<script>${before}</script>`)
        .replace('</body>', () => `<style>${later}</style>\n<script>${after}</script>\n</body>`)
    },
  },
})

/** Names of the built files that the app starts with. */
interface EarlyFiles {
  entry: string
  /** imports of the entry, dependencies first */
  scripts: string[]
  styles: string[]
  texts: Record<string, string>
}

/** Finds the entry, the app, all their imports and the texts of each language in the bundle. */
function findEarlyFiles(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk): EarlyFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const fileOf = (module: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))?.fileName ?? ''
  // adds dependencies first
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    const imports = chunks.find(({ fileName }) => fileName === name)?.imports ?? []
    for (const next of imports) if (!found.has(next)) withImports(next, found)
    return found.add(name)
  }
  const scripts = withImports(fileOf('/app/start-app.tsx'), withImports(entry.fileName))
  const styles = chunks.flatMap(({ fileName, viteMetadata }) =>
    scripts.has(fileName) ? [...(viteMetadata?.importedCss ?? [])] : [],
  )
  scripts.delete(entry.fileName)
  const texts = Object.fromEntries(['en', 'fr', 'es'].map((locale) => [locale, fileOf(`/locales/${locale}.po?first`)]))
  return { entry: entry.fileName, scripts: [...scripts], styles: [...new Set(styles)], texts }
}

/** Compiles an inline script of index.html from src/catalogue. */
async function bootScript(name: 'before-paint' | 'after-paint', earlyFiles: EarlyFiles): Promise<string> {
  const input = here(`src/catalogue/${name}.ts`)
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { earlyFiles: JSON.stringify(earlyFiles) },
    // old syntax, because it also runs in browsers that are too old for the app and shows them a notice
    build: { write: false, target: 'es2015', rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const [output] = 'output' in result ? result.output : []
  if (output?.type !== 'chunk') throw new Error(`${name}.ts gave no script`)
  return output.code.trim()
}

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
async function firstScreenStyles(): Promise<{ first: string; later: string }> {
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
