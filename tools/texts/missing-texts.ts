import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatter } from '@lingui/format-po'

const root = join(import.meta.dirname, '../..')
export const lingui = join(root, 'node_modules/@lingui/cli/dist/lingui.js')
const locales = ['en', 'fr', 'es'] as const

/** The texts of one language by message id. */
export async function readCatalog(
  locale: (typeof locales)[number],
  folder = join(root, 'src/locales'),
): Promise<Record<string, string>> {
  const filename = join(folder, `${locale}.po`)
  const catalog = await formatter().parse(await readFile(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  return Object.fromEntries(Object.entries(catalog).map(([id, { translation }]) => [id, translation ?? '']))
}

/** The texts in the code, by message id. */
async function readCode(): Promise<Record<string, string>> {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'messages-'))
  try {
    const config = {
      sourceLocale: 'en',
      locales,
      rootDir: root,
      catalogs: [{ path: `${folder}/{locale}`, include: [join(root, 'src')] }],
      format: 'po',
    }
    await writeFile(join(folder, 'lingui.config.json'), JSON.stringify(config))
    const args = [lingui, 'extract', '--config', join(folder, 'lingui.config.json')]
    await promisify(execFile)(process.execPath, args, { cwd: root })
    return await readCatalog('en', folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * What is wrong with the catalogs, in sentences: a text of the code that is not in them, or the other way round, and one without
 * a translation. In a production build a text that is missing shows as its id.
 */
export async function missingTexts(): Promise<string[]> {
  const code = await readCode()
  const problems: string[] = []
  for (const locale of locales) {
    const catalog = await readCatalog(locale)
    for (const [id, text] of Object.entries(code)) {
      if (catalog[id] === undefined) problems.push(`${locale}: "${text}" is not in the catalog: npm run messages`)
      else if (catalog[id].trim() === '') problems.push(`${locale}: "${text}" has no translation`)
    }
    for (const [id, text] of Object.entries(catalog))
      if (code[id] === undefined) problems.push(`${locale}: "${text}" is no longer in the code: npm run messages`)
  }
  return problems
}
