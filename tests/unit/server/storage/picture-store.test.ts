// @vitest-environment node
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ByteStore } from '../../../../server/storage/byte-store.ts'
import { parseS3Url } from '../../../../server/storage/open-bytes.ts'
import {
  openPictureStore,
  pictureRoutes,
  sweepPictures,
  withShippedPictures,
} from '../../../../server/storage/picture-store.ts'
import { startS3 } from '../../../support/s3-server.ts'

const hashes = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] as const
const key = `${hashes[0]}/640.webp`
const bytes = new TextEncoder().encode('a picture')
const tomorrow = new Date(Date.now() + 24 * 3_600_000)

async function keysOf(store: ByteStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
const refused = [
  '../../etc/passwd',
  `${hashes[0]}/../x`,
  `${hashes[0]}/640.webp/..`,
  'a/640.webp',
  `${hashes[0]}/641.webp`,
]

let dataDir: string
let s3: Awaited<ReturnType<typeof startS3>>
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  s3 = await startS3('s3cr/t')
})
afterEach(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true })
})
const s3Url = (path = 'pictures') => `s3://KEY:${encodeURIComponent('s3cr/t')}@${s3.host}/${path}?tls=off`

const stores: [string, () => ByteStore][] = [
  ['the disk', () => openPictureStore({ dataDir })],
  ['S3', () => openPictureStore({ dataDir, imagesUrl: s3Url() })],
  ['S3 below a prefix', () => openPictureStore({ dataDir, imagesUrl: s3Url('pictures/shop/one') })],
]
describe.each(stores)('pictures on %s', (_, open) => {
  it('are deleted when they are older', async () => {
    const store = open()
    await store.put(key, bytes, 'image/avif')
    expect(await store.deleteOlder(key, new Date(Date.now() - 60_000))).toBe(false)
    expect(new TextDecoder().decode(await store.get(key))).toBe('a picture')
    await store.deleteOlder(key, tomorrow)
    await store.deleteOlder(key, tomorrow)
    expect([await store.get(key), await keysOf(store)]).toEqual([undefined, []])
  })

  it('reject keys outside the store', async () => {
    for (const bad of refused) await expect(open().get(bad)).rejects.toThrow("Not a picture's key")
  })
})

describe('the disk', () => {
  it('shows only complete files and removes those of a crash', async () => {
    const incoming = join(dataDir, 'pictures/.incoming')
    await mkdir(incoming, { recursive: true })
    await writeFile(join(incoming, 'half'), 'ha')
    const store = openPictureStore({ dataDir })
    expect(await keysOf(store)).toEqual([])
    await store.put(key, bytes, 'image/webp')
    expect(await readdir(incoming)).toEqual([])
    await store.deleteOlder(key, tomorrow)
    expect(await readdir(join(dataDir, 'pictures'))).toEqual(['.incoming'])
  })
})

describe('the disk after a failure', () => {
  it('accepts pictures again once the folder can be created', async () => {
    const store = openPictureStore({ dataDir })
    await writeFile(join(dataDir, 'pictures'), 'in the way')
    await expect(store.put(key, bytes, 'image/webp')).rejects.toThrow()
    await rm(join(dataDir, 'pictures'))
    await store.put(key, bytes, 'image/webp')
    expect(await keysOf(store)).toEqual([key])
  })
})

describe('S3', () => {
  it('fails with another secret, or when it is unreachable', async () => {
    const stranger = openPictureStore({ dataDir, imagesUrl: s3Url().replace('s3cr', 'wrong') })
    await expect(stranger.get(key)).rejects.toMatchObject({ statusCode: 503, message: expect.stringContaining('403') })
    s3.state.down = true
    const store = openPictureStore({ dataDir, imagesUrl: s3Url() })
    await expect(store.put(key, bytes, 'image/webp')).rejects.toMatchObject({ statusCode: 503 })
    expect(s3.objects.size).toBe(0)
    const nowhere = openPictureStore({ dataDir, imagesUrl: 's3://KEY:SECRET@127.0.0.1:1/pictures?tls=off' })
    await expect(nowhere.get(key)).rejects.toThrow('cannot be reached')
    const noBucket = openPictureStore({ dataDir, imagesUrl: s3Url('other') })
    s3.state.down = false
    await expect(noBucket.put(key, bytes, 'image/webp')).rejects.toThrow('bucket')
    await expect(keysOf(noBucket)).rejects.toThrow('bucket')
  })

  it('parses its URL or says how it must look', () => {
    expect(parseS3Url('s3://K:S%2F@s3.eu-west-1.example.com/b/p?region=eu-west-1')).toEqual({
      accessKeyId: 'K',
      secretAccessKey: 'S/',
      region: 'eu-west-1',
      bucketUrl: 'https://s3.eu-west-1.example.com/b',
      prefix: 'p/',
    })
    for (const bad of ['', 's3://host/bucket', 's3://K:S@host', 'https://K:S@host/b', 'nonsense']) {
      expect(() => parseS3Url(bad)).toThrow('IMAGES_URL must look like')
    }
  })
})

describe('the pictures of the demonstration catalogue', () => {
  it('are read from the program and cannot be listed or deleted', async () => {
    const folder = join(dataDir, 'shipped')
    await mkdir(join(folder, 'cod'), { recursive: true })
    await writeFile(join(folder, 'index.json'), JSON.stringify({ cod: { hash: hashes[1], placeholder: '' } }))
    await writeFile(join(folder, 'cod/640.webp'), 'cod')
    const store = withShippedPictures(openPictureStore({ dataDir }), folder)
    await store.put(key, bytes, 'image/webp')
    await store.deleteOlder(`${hashes[1]}/640.webp`, tomorrow)
    expect(new TextDecoder().decode(await store.get(`${hashes[1]}/640.webp`))).toBe('cod')
    expect(new TextDecoder().decode(await store.get(key))).toBe('a picture')
    expect(await store.get('../index.json')).toBeUndefined()
    expect(await keysOf(store)).toEqual([key])
  })
})

describe('the sweep', () => {
  it('deletes only unreferenced pictures that are a day old', async () => {
    const store = openPictureStore({ dataDir })
    const [used, orphan, young] = hashes
    const now = Date.now()
    const old = new Date(now - 25 * 3_600_000)
    for (const hash of hashes) {
      for (const file of ['320.webp', '640.webp']) await store.put(`${hash}/${file}`, bytes, 'image/webp')
      await utimes(join(dataDir, 'pictures', hash, '320.webp'), old, old)
      if (hash !== young) await utimes(join(dataDir, 'pictures', hash, '640.webp'), old, old)
    }
    const sweep = () => sweepPictures({ store, now, isReferenced: (hash) => hash === used })
    expect(await sweep()).toBe(1)
    expect(new Set((await keysOf(store)).map((each) => each.slice(0, 32)))).toEqual(new Set([used, young]))
    expect(await sweep()).toBe(0)
    expect(orphan).not.toBe(used)
  })

  it.each(['disk', 's3'])(
    'does not delete a picture that is uploaded again while it deletes others (%s)',
    async (kind) => {
      const slow = openPictureStore(kind === 'disk' ? { dataDir } : { dataDir, imagesUrl: s3Url() })
      const [first, second] = hashes
      const files = (hash: string) => ['320.webp', '640.webp'].map((file) => `${hash}/${file}`)
      for (const each of [...files(first), ...files(second)]) await slow.put(each, bytes, 'image/webp')
      const old = new Date(Date.now() - 25 * 3_600_000)
      for (const each of await keysOf(slow)) {
        if (kind === 'disk') await utimes(join(dataDir, 'pictures', each), old, old)
        else Object.assign(s3.objects.get(each) ?? {}, { modified: old })
      }
      // while one is deleted, the other is uploaded again; its row is not written yet
      let uploaded = ''
      const store: ByteStore = {
        ...slow,
        async deleteOlder(each, before) {
          if (uploaded === '') {
            uploaded = each.startsWith(first) ? second : first
            for (const file of files(uploaded)) await slow.put(file, bytes, 'image/webp')
          }
          return slow.deleteOlder(each, before)
        },
      }
      expect(await sweepPictures({ store, now: Date.now(), isReferenced: () => false })).toBe(1)
      expect(await keysOf(slow)).toEqual(files(uploaded))
    },
  )

  it('stops in the middle of a picture that is uploaded again, and the upload repairs it', async () => {
    const disk = openPictureStore({ dataDir })
    const keys = ['320.webp', '640.webp'].map((file) => `${hashes[0]}/${file}`)
    const old = new Date(Date.now() - 25 * 3_600_000)
    const upload = async () => {
      for (const each of keys) await disk.put(each, bytes, 'image/webp')
    }
    await upload()
    for (const each of keys) await utimes(join(dataDir, 'pictures', each), old, old)
    let deletions = 0
    const store: ByteStore = {
      ...disk,
      async deleteOlder(each, before) {
        const deleted = await disk.deleteOlder(each, before)
        if (++deletions === 1) await upload()
        return deleted
      },
    }
    expect(await sweepPictures({ store, now: Date.now(), isReferenced: () => false })).toBe(0)
    expect(await keysOf(disk)).toEqual(keys)
  })

  it('never makes an upload fail by deleting its folder, a hundred times at once', async () => {
    const disk = openPictureStore({ dataDir })
    const old = new Date(Date.now() - 25 * 3_600_000)
    for (let round = 0; round < 100; round++) {
      await Promise.all([disk.put(key, bytes, 'image/webp'), disk.deleteOlder(key, new Date(Date.now() - 3_600_000))])
      expect(await disk.get(key)).toBeDefined()
      // a file system may tell a file's time by some milliseconds too early
      await utimes(join(dataDir, 'pictures', key), old, old)
    }
  })

  it('does not delete a picture that is uploaded again while it lists', async () => {
    const store = openPictureStore({ dataDir })
    await store.put(key, bytes, 'image/webp')
    const old = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(dataDir, 'pictures', key), old, old)
    const isReferenced = async () => {
      await store.put(key, bytes, 'image/webp')
      return false
    }
    expect(await sweepPictures({ store, now: Date.now(), isReferenced })).toBe(0)
    expect(await keysOf(store)).toEqual([key])
  })
})

describe('a requested picture', () => {
  const hash = '0123456789abcdef'.repeat(2)
  const shown = new Map([[`${hash}/640.webp`, new TextEncoder().encode('a picture')]])
  const pictures: Pick<ByteStore, 'get' | 'put'> = {
    get: async (key) => shown.get(key),
    put: async () => undefined,
  }
  const app = fastify({ exposeHeadRoutes: false })
  beforeAll(() => {
    pictureRoutes(app, { pictures })
  })
  afterAll(() => app.close())

  const lockedUp = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }

  it('is cached for ever and sandboxed', async () => {
    const answer = await app.inject(`/images/${hash}/640.webp`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('a picture')
    expect(answer.headers).toMatchObject({
      ...lockedUp,
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}-640.webp"`,
    })
  })

  it('is not sent again if the client has it, and HEAD has no body', async () => {
    const headers = { 'if-none-match': `"${hash}-640.webp"` }
    const again = await app.inject({ url: `/images/${hash}/640.webp`, headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const head = await app.inject({ method: 'HEAD', url: `/images/${hash}/640.webp` })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '9'])
  })
})
