import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { firstScreenStyles } from './first-screen-style.ts'

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
  const input = fileURLToPath(new URL(`../../src/catalogue/${name}.ts`, import.meta.url))
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
