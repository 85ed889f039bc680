import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** The files that the app starts with, by their names in the build. */
export interface EarlyFiles {
  entry: string
  /** what the entry needs, in the order in which it is needed */
  scripts: string[]
  styles: string[]
  texts: Record<string, string>
}

/** Finds them in the finished bundle: the entry, the data layer, all that these import, and the texts of each language. */
export function findEarlyFiles(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk): EarlyFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const fileOf = (module: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))?.fileName ?? ''
  // what is needed comes before what needs it
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    const imports = chunks.find(({ fileName }) => fileName === name)?.imports ?? []
    for (const next of imports) if (!found.has(next)) withImports(next, found)
    return found.add(name)
  }
  const scripts = withImports(fileOf('/app/data-layer.tsx'), withImports(entry.fileName))
  const styles = chunks.flatMap(({ fileName, viteMetadata }) =>
    scripts.has(fileName) ? [...(viteMetadata?.importedCss ?? [])] : [],
  )
  scripts.delete(entry.fileName)
  const texts = Object.fromEntries(['en', 'fr', 'es'].map((locale) => [locale, fileOf(`/locales/${locale}.po`)]))
  return { entry: entry.fileName, scripts: [...scripts], styles: [...new Set(styles)], texts }
}

/** An inline script of index.html, compiled from src/first-paint. */
export async function bootScript(name: 'before-paint' | 'after-paint', earlyFiles: EarlyFiles): Promise<string> {
  const input = fileURLToPath(new URL(`../../src/first-paint/${name}.ts`, import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { earlyFiles: JSON.stringify(earlyFiles) },
    // also read by browsers that are too old for the app, which are told so
    build: { write: false, target: 'es2015', rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const [output] = 'output' in result ? result.output : []
  if (output?.type !== 'chunk') throw new Error(`${name}.ts gave no script`)
  return output.code.trim()
}
