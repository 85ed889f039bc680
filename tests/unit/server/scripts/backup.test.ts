// @vitest-environment node
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkPassword } from '../../../../server/accounts/passwords.ts'
import { findUserByEmail } from '../../../../server/accounts/users-table.ts'
import { getCatalogueState } from '../../../../server/db/catalogue-state.ts'
import { type Database, openDatabase } from '../../../../server/db/database.ts'
import { migrate } from '../../../../server/db/migrate.ts'
import { oneInTurn } from '../../../support/run.ts'

const hash = 'a'.repeat(32)
let root: string
let dataDir: string
const open: Database[] = []
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-'))
  dataDir = join(root, 'data')
})
afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
  await rm(root, { recursive: true })
})

const scripts = join(import.meta.dirname, '../../../../server/scripts')
/** The arguments of Node that run a command. */
const commandLine = (name: string, args: string[]) =>
  name === 'restore' ? [join(scripts, 'backup.ts'), '--restore', ...args] : [join(scripts, `${name}.ts`), ...args]
/** what Node has compiled of the scripts and the server */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/node')
const environment = (more: Record<string, string> = {}) => ({
  ...{ ...process.env, NODE_COMPILE_CACHE, DATABASE_URL: '', IMAGES_URL: '', DATA_DIR: dataDir },
  ...more,
})

function run(name: string, args: string[], options: { input?: string; env?: Record<string, string> } = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...commandLine(name, args)],
    {
      cwd: root,
      env: environment(options.env),
      encoding: 'utf8',
      input: options.input ?? '',
    },
  )
  return { status, said: stdout + stderr }
}
async function openShop() {
  const database = openDatabase({ dataDir })
  await migrate(database)
  open.push(database)
  return database
}
const closeShop = () => open.pop()?.close()
const userOf = (database: Database, email = 'ana@quay.example') => findUserByEmail(database, email)
const admin = (...args: string[]) => run('create-admin', ['ana@quay.example', 'Ana', ...args])

describe('an administrator from the command line', () => {
  it('is created before the first start, with a password that is printed once', async () => {
    const { status, said } = admin()
    expect([status, said]).toEqual([0, expect.stringContaining('Made the administrator ana@quay.example.')])
    const password = /Password: (\S{16})/.exec(said)?.[1] ?? ''
    const user = await userOf(await openShop())
    expect(user).toMatchObject({ name: 'Ana', rights: 'orders products people shop' })
    expect(await checkPassword(password, user?.password_hash)).toBe(true)
  })

  it('gets a new password while the server runs, and old sessions end', async () => {
    admin()
    const database = await openShop()
    const user = await userOf(database)
    const session = { token_hash: 't', account_id: user?.id ?? '', expires_at: '2999-01-01T00:00:00.000Z' }
    await database.query.insertInto('login_session').values(session).execute()
    const { status, said } = run('create-admin', ['ANA@quay.example', '--password-stdin'], { input: 'herring-7\n' })
    expect([status, said]).toEqual([0, expect.not.stringContaining('herring-7')])
    const now = await userOf(database)
    expect(await checkPassword('herring-7', now?.password_hash)).toBe(true)
    expect(now?.name).toBe('Ana')
    expect(await database.query.selectFrom('login_session').selectAll().execute()).toEqual([])
  })

  it('is refused without an address or with too short a password', () => {
    expect(run('create-admin', ['nobody'])).toEqual({ status: 1, said: expect.stringContaining('Say who') })
    const short = run('create-admin', ['ana@quay.example', '--password-stdin'], { input: 'abc\n' })
    expect(short).toEqual({ status: 1, said: expect.stringContaining('6 to 128 characters') })
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('a backup', () => {
  const file = () => join(root, 'shop.tar')

  it('is made of the running shop and restored into an empty folder', async () => {
    admin()
    const database = await openShop()
    const addresses = '[{"label":"Cold store"}]'
    await database.query.updateTable('account').set({ addresses }).execute()
    await mkdir(join(dataDir, 'pictures', hash), { recursive: true })
    await mkdir(join(dataDir, 'pictures/.incoming'))
    await writeFile(join(dataDir, 'pictures', hash, '640.webp'), 'picture')
    expect(run('backup', [file()])).toEqual({ status: 0, said: expect.stringContaining('Saved the shop to') })
    expect(await readdir(root)).toEqual(['data', 'shop.tar'])
    expect(await userOf(database)).toBeDefined()

    const other = join(root, 'other')
    const restored = run('restore', [file()], { env: { DATA_DIR: other } })
    expect(restored).toEqual({ status: 0, said: expect.stringContaining('Restored the shop into') })
    expect(await readFile(join(other, 'pictures', hash, '640.webp'), 'utf8')).toBe('picture')
    expect((await readdir(other)).filter((name) => name.startsWith('.'))).toEqual([])
    const copy = openDatabase({ dataDir: other })
    open.push(copy)
    expect(await userOf(copy)).toMatchObject({ name: 'Ana', addresses })
    // devices may have changes that the backup lacks, so they must pull everything again
    const { epoch } = await getCatalogueState(copy)
    expect(epoch).toMatch(/^[0-9a-f-]{36}$/)
    expect(epoch).not.toBe((await getCatalogueState(database)).epoch)
  })

  it('is private to its user, and so are all files of the commands', async () => {
    const umask = process.umask(0o022)
    admin()
    run('backup', [file()])
    process.umask(umask)
    for (const path of [file(), join(dataDir, 'shop.db')]) expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('is refused to a user whose files the service could not open', { tags: '@long' }, async () => {
    admin()
    // only root can change the owner of a folder
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(dataDir, 12_345, 12_345)
    for (const { status, said } of [admin(), run('backup', [file()])]) {
      expect(status).toBe(isRoot ? 1 : 0)
      if (isRoot) expect(said).toContain('belongs to another user (12345)')
    }
  })

  it('copies the database even while the shop keeps writing', { tags: '@long' }, async () => {
    admin()
    const from = join(dataDir, 'shop.db')
    const database = new DatabaseSync(from, { timeout: 5000 })
    database.exec('pragma synchronous=off; create table filler (bytes blob)')
    for (let n = 0; n < 5; n++) database.exec('insert into filler values (zeroblob(1000000))')
    let done = false
    const child = spawn(process.execPath, commandLine('backup', [file()]), { cwd: root, env: environment() })
    const ended = once(child, 'close').finally(() => {
      done = true
    })
    // writes in each turn of this loop, and so between any two steps of the copy
    while (!done) {
      database.exec("insert into filler values ('x')")
      await new Promise(setImmediate)
    }
    database.close()
    expect(await ended).toEqual([0, null])
    expect(existsSync(file())).toBe(true)
  })

  it.each([
    ['tar: pictures: file changed as we read it', 0],
    ['tar: pictures/x: File removed before we read it', 0],
    ['tar: shop.db: Cannot write: No space left on device', 1],
  ])('handles the message "%s"', { tags: '@long' }, async (words, expected) => {
    admin()
    const bin = join(root, 'bin')
    await mkdir(bin)
    const real = spawnSync('sh', ['-c', 'command -v tar'], { encoding: 'utf8' }).stdout.trim()
    await writeFile(join(bin, 'tar'), `#!/bin/sh\n${real} "$@"\necho "${words}" >&2\nexit 1\n`, { mode: 0o755 })
    const { status, said } = run('backup', [file()], { env: { PATH: `${bin}:${process.env.PATH}` } })
    expect([status, existsSync(file())]).toEqual([expected, expected === 0])
    if (expected !== 0) expect(said).toContain('No space left')
  })

  it.each(
    oneInTurn([
      ['before', 1],
      ['after', 1],
      ['before', 2],
    ] as const),
  )(
    'has the files of every order that is in it, whatever is deleted and sent %s archiving for time %i',
    async (when, time) => {
      admin()
      await mkdir(join(dataDir, 'files/order'), { recursive: true })
      await writeFile(join(dataDir, 'files/order/old'), 'old')
      const edit = join(root, 'edit.cjs')
      await writeFile(
        edit,
        `const [, , is, id] = process.argv
      const db = new (require('node:sqlite').DatabaseSync)('${dataDir}/shop.db', { enableForeignKeyConstraints: false })
      const file = '${dataDir}/files/order/' + id
      if (is === 'sent') require('node:fs').writeFileSync(file, id)
      if (is !== 'deleted') db.prepare("insert into order_file values (?, 'order', '', '', '', '', '', 3, '', 'here', '', '', null, '')").run(id)
      else { db.prepare('delete from order_file where id = ?').run(id); require('node:fs').rmSync(file) }`,
      )
      const node = `"${process.execPath}" --disable-warning=ExperimentalWarning "${edit}"`
      expect(spawnSync('sh', ['-c', `${node} made old`], { encoding: 'utf8' }).stderr).toBe('')
      const [bin, change] = [join(root, 'bin'), `[ $time -eq ${time} ] && ${node} deleted old && ${node} sent new`]
      await mkdir(bin)
      const real = spawnSync('sh', ['-c', 'command -v tar'], { encoding: 'utf8' }).stdout.trim()
      const [before, after] = when === 'before' ? [change, ''] : ['', change]
      const count = `echo >>"${root}/times"; time=$(wc -l <"${root}/times")`
      const script = `#!/bin/sh\n${count}\n${before}\n${real} "$@"\ncode=$?\n${after}\nexit $code\n`
      await writeFile(join(bin, 'tar'), script, { mode: 0o755 })
      const { status, said } = run('backup', [file()], { env: { PATH: `${bin}:${process.env.PATH}` } })
      expect([status, said]).toEqual([0, expect.stringContaining('Saved the shop to')])
      const other = join(root, 'other')
      expect(run('restore', [file()], { env: { DATA_DIR: other } }).status).toBe(0)
      const copy = new DatabaseSync(join(other, 'shop.db'))
      const ids = copy
        .prepare('select id from order_file')
        .all()
        .map(({ id }) => id)
      copy.close()
      expect(ids).toHaveLength(1)
      expect(await readdir(join(other, 'files/order'))).toEqual(expect.arrayContaining(ids))
    },
  )

  it('replaces a shop only with --force, moves the old one aside, and never under a running server', async () => {
    admin()
    expect(run('backup', [file()]).status).toBe(0)
    run('create-admin', ['new@quay.example'])
    expect(run('restore', [file()])).toEqual({ status: 1, said: expect.stringContaining('--force') })
    const database = await openShop()
    expect(run('restore', [file(), '--force'])).toEqual({
      status: 1,
      said: expect.stringContaining('in use by another'),
    })
    expect(await userOf(database, 'new@quay.example')).toBeDefined()
    await closeShop()
    expect(run('restore', [file(), '--force'])).toEqual({
      status: 0,
      said: expect.stringContaining('What was there is in'),
    })
    const after = await openShop()
    expect(await userOf(after)).toBeDefined()
    expect(await userOf(after, 'new@quay.example')).toBeUndefined()
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('replaced-')) ?? ''
    expect(await readdir(join(dataDir, aside))).toContain('shop.db')
  })

  it('that is damaged or not a backup changes nothing', { tags: '@long' }, async () => {
    admin()
    await writeFile(file(), 'nonsense')
    expect(run('restore', [file(), '--force']).status).toBe(1)
    await rm(file())
    expect(run('backup', [file()]).status).toBe(0)
    const bytes = await readFile(file())
    const header = bytes.indexOf('SQLite format 3')
    await writeFile(file(), bytes.fill(0x55, header + 4096, header + 12_288))
    expect(run('restore', [file(), '--force'])).toEqual({ status: 1, said: expect.stringMatching(/damaged|malformed/) })
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['shop.db']))
    expect((await readdir(dataDir)).filter((name) => /restoring|replaced/.test(name))).toEqual([])
    expect(await userOf(await openShop())).toBeDefined()
  })

  it('reports what it cannot do', { tags: '@long' }, async () => {
    expect(run('backup', []).said).toContain('Say where to')
    expect(run('backup', [file()]).said).toContain('There is no shop in')
    expect(run('restore', [file()]).said).toContain('There is no file')
    const postgres = { env: { DATABASE_URL: 'postgres://quay.example/shop' } }
    expect(run('backup', [file()], postgres)).toEqual({ status: 1, said: expect.stringContaining('pg_dump') })
    admin()
    await writeFile(file(), 'mine')
    expect(run('backup', [file()])).toEqual({ status: 1, said: expect.stringContaining('exists') })
    expect(await readFile(file(), 'utf8')).toBe('mine')
    expect(() => new DatabaseSync(join(dataDir, 'shop.db')).close()).not.toThrow()
  })
})
