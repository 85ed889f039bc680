// @vitest-environment node
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const row = `  lot: {
    kind: 'text',
    label: { en: 'Lot', fr: 'Lot', es: 'Lote' },
    ...everywhere,
  },
`
const column = (table: string) => `alter table ${table} add column lot text not null default '';\n`
let copy = ''
afterAll(() => rm(copy, { recursive: true, force: true }))

/** The sources in a folder of their own, which finds the packages of the one above, with one more row and its columns. */
async function copyWithField(): Promise<string> {
  const folder = await mkdtemp(join(root, '.added-field-'))
  const sources = [
    'contract',
    'src',
    'server',
    'sw',
    'tools',
    'public',
    'tests/support',
    'tests/server',
    'tests/tsconfig.json',
  ]
  // a file that Vitest itself loads must be in its folder
  const early = 'node_modules/fake-indexeddb'
  const files = [early, 'package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts', 'lingui.config.ts']
  for (const path of [...sources, ...files]) await cp(join(root, path), join(folder, path), { recursive: true })
  const table = join(folder, 'contract/product-fields.ts')
  const text = await readFile(table, 'utf8')
  await writeFile(table, text.replace('} satisfies Record<string, Row>', `${row}} satisfies Record<string, Row>`))
  await writeFile(
    join(folder, 'server/platform/db/migrations/999-lot.sql'),
    [column('fish'), column('order_item')].join('\n'),
  )
  await cp(join(folder, 'tests/support/added-field/on-server.ts'), join(folder, 'tests/server/added-field.test.ts'))
  await cp(join(folder, 'tests/support/added-field/in-app.tsx'), join(folder, 'tests/unit/added-field.test.tsx'))
  return folder
}

test('a new optional field is a row of the table and its columns', async () => {
  copy = await copyWithField()
  const args = ['run', '--project', 'unit', '--project', 'server', 'added-field', '--no-color']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    {
      cwd: copy,
      env: { ...process.env, TEST_DATABASE_URL: '' },
    },
  ).catch((error: { stdout?: string; stderr?: string }) =>
    Promise.reject(new Error(`${error.stdout}${error.stderr}`, { cause: error })),
  )
  expect(stdout).toMatch(/Tests\s+3 passed/)
}, 300_000)
