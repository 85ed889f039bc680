// @vitest-environment node
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ByteStore, Part } from '../../../../server/storage/byte-store.ts'
import { keyOf, openFiles, thumbOf } from '../../../../server/storage/order-files.ts'
import { startS3 } from '../../../support/s3-server.ts'

let dataDir: string
let s3: Awaited<ReturnType<typeof startS3>>
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'))
  s3 = await startS3('secret')
})
afterEach(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true })
})
const imagesUrl = (path = 'pictures') => `s3://KEY:secret@${s3.host}/${path}?tls=off`
const stores: [string, () => ByteStore][] = [
  ['the disk', () => openFiles({ dataDir })],
  ['S3', () => openFiles({ dataDir, imagesUrl: imagesUrl() })],
  ['S3 below a prefix', () => openFiles({ dataDir, imagesUrl: imagesUrl('pictures/shop/one') })],
]

async function read(store: ByteStore, key: string, part?: Part) {
  const stream = await store.open(key, part)
  return stream && buffer(stream)
}
async function keysOf(store: ByteStore) {
  const keys: string[] = []
  for await (const { key, modified } of store.list()) {
    expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000)
    keys.push(key)
  }
  return keys.sort()
}

describe.each(stores)('files on %s', (_, open) => {
  const order = v7()
  const [key, other] = [keyOf(order, v7()), keyOf(v7(), v7())]
  const bytes = randomBytes(3000)

  it('are put from memory or a path, read whole and in part, listed and deleted', async () => {
    const store = open()
    expect([await store.open(key), await keysOf(store)]).toEqual([undefined, []])
    const came = join(dataDir, 'came')
    await writeFile(came, bytes)
    await store.put(key, came, 'application/pdf')
    await store.put(thumbOf(key), bytes.subarray(0, 9), 'image/webp')
    await store.put(other, bytes.subarray(9), 'application/pdf')
    expect((await read(store, key))?.equals(bytes)).toBe(true)
    expect((await read(store, key, { from: 100, to: 199 }))?.equals(bytes.subarray(100, 200))).toBe(true)
    expect((await read(store, key, { from: 2999, to: 2999 }))?.equals(bytes.subarray(2999))).toBe(true)
    expect(await keysOf(store)).toEqual([key, thumbOf(key), other].sort())
    // what is put twice, after an answer was lost, is there once
    await store.put(other, bytes, 'application/pdf')
    expect((await read(store, other))?.equals(bytes)).toBe(true)
    await store.delete(key)
    await store.delete(key)
    expect([await store.open(key), await keysOf(store)]).toEqual([undefined, [thumbOf(key), other].sort()])
  })

  it('a reader that goes away in the middle harms nobody', async () => {
    const store = open()
    await store.put(key, randomBytes(2_000_000), 'application/pdf')
    for (let n = 0; n < 20; n++) (await store.open(key))?.destroy()
    expect((await read(store, key))?.length).toBe(2_000_000)
  })

  it('refuses keys outside the store', async () => {
    const store = open()
    for (const bad of ['../../etc/passwd', `${order}/../x`, order, `${key}/..`, `${key}.webp.webp`]) {
      await expect(store.put(bad, bytes, 'application/pdf')).rejects.toThrow("Not a file's key")
      await expect(store.open(bad)).rejects.toThrow("Not a file's key")
      await expect(store.delete(bad)).rejects.toThrow("Not a file's key")
    }
    expect((await readdir(dataDir)).filter((name) => name !== 'files')).toEqual([])
  })
})

it('files in S3 fail with 503 while it is away', async () => {
  const store = openFiles({ dataDir, imagesUrl: imagesUrl() })
  const key = keyOf(v7(), v7())
  s3.state.down = true
  const calls = [
    () => store.put(key, randomBytes(9), 'image/webp'),
    () => store.open(key),
    () => store.delete(key),
    () => keysOf(store),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ statusCode: 503 })
  s3.state.down = false
  await store.put(key, Buffer.from('later'), 'image/webp')
  expect((await read(store, key))?.toString()).toBe('later')
})
