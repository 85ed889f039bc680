// @vitest-environment node
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatter } from '@lingui/format-po'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const locales = ['en', 'fr', 'es'] as const

/** The texts of one language by message id. */
async function catalogOf(locale: string, folder = join(root, 'src/locales')): Promise<Record<string, string>> {
  const filename = join(folder, `${locale}.po`)
  const po = formatter()
  const catalog = await po.parse(await readFile(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  return Object.fromEntries(Object.entries(catalog).map(([id, { translation }]) => [id, translation ?? '']))
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[},])|<\/?\d+>/g) ?? [])].sort()

describe('the texts of the app', () => {
  it.each(['fr', 'es'])('are all translated, with the same placeholders: %s', async (locale) => {
    const english = await catalogOf('en')
    const other = await catalogOf(locale)
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort())
    const wrong = Object.keys(english).filter((id) => {
      const text = other[id] ?? ''
      return text === '' || placeholders(text).join() !== placeholders(english[id] ?? '').join()
    })
    expect(wrong.map((id) => english[id])).toEqual([])
  })

  it('use the French words of the specification', async () => {
    expect((await catalogOf('fr')).passwordMismatch).toBe('Les mots de passe ne correspondent pas')
    expect((await catalogOf('es')).passwordMismatch).toBe('Las contraseñas no coinciden')
    expect((await catalogOf('en')).passwordMismatch).toBe('The passwords do not match')
  })

  // in a production build a text that is missing in the catalogs shows as its id
  it('are in the catalogs as in the code (else: npm run messages)', { timeout: 120_000 }, async () => {
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
      const lingui = join(root, 'node_modules/@lingui/cli/dist/lingui.js')
      await promisify(execFile)(process.execPath, [lingui, 'extract', '--config', join(folder, 'lingui.config.json')], {
        cwd: root,
      })
      expect(Object.keys(await catalogOf('en')).sort()).toEqual(Object.keys(await catalogOf('en', folder)).sort())
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
