// @vitest-environment node
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { locales } from '../../../../contract/locales.ts'
import { demoShop } from '../../../../server/demo/demo-shop.ts'
import { openFirstScreen } from '../../../../server/site/first-screen-page.ts'

let dist: string
let log: string
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'))
  log = join(dist, 'log')
  await mkdir(join(dist, '.server'))
  await writeFile(
    join(dist, '.server/first-screen.mjs'),
    `import { appendFileSync } from 'node:fs'
    export async function renderFirstScreen({ locale, answers }) {
      appendFileSync(${JSON.stringify(log)}, locale + '\\n')
      return 'version ' + answers.listFish.version
    }`,
  )
})
afterEach(() => rm(dist, { recursive: true }))

async function open() {
  let version = 1
  const screen = await openFirstScreen({
    dist,
    index: '<html lang="en"><title></title><div id="root"></div></html>',
    catalogue: {
      version: async () => version,
      read: async (path) => JSON.stringify(path === '/api/shop/' ? demoShop : { version }),
    },
  })
  if (!screen) throw new Error('The build has no renderer.')
  const show = async () => (await Promise.all(locales.map(screen.page))).map(({ bodies }) => String(bodies.identity))
  return {
    show,
    change: () => version++,
    rendered: async () => (await readFile(log, 'utf8')).trim().split('\n').length,
  }
}

it('after many changes the stale page is served at once, and versions in between are skipped', async () => {
  const { show, change, rendered } = await open()
  for (const page of await show()) expect(page).toContain('>version 1<')
  for (let n = 0; n < 20; n++) {
    change()
    for (const page of await show()) expect(page).toMatch(/>version \d+</)
  }
  await expect.poll(async () => (await show()).every((page) => page.includes('>version 21<'))).toBe(true)
  // per language: the first, the one that was rendered during the changes, and the last
  expect(await rendered()).toBeLessThanOrEqual(3 * 3 + 3)
})

it('the first visitor waits for the page, and a failed rendering is retried', async () => {
  const { show, change } = await open()
  const module = join(dist, '.server/first-screen.mjs')
  const good = await readFile(module, 'utf8')
  await writeFile(module, 'throw new Error("broken")')
  await expect(show()).rejects.toThrow()
  await writeFile(module, good)
  for (const page of await show()) expect(page).toContain('>version 1<')
  await writeFile(module, 'throw new Error("broken")')
  change()
  for (const page of await show()) expect(page).toContain('>version 1<')
  await writeFile(module, good)
  await expect.poll(async () => (await show()).every((page) => page.includes('>version 2<'))).toBe(true)
})
