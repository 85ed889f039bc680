import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { isPictureUsed } from '../../../server/start-server.ts'
import { sweepPictures } from '../../../server/storage/picture-store.ts'
import { multipart, openTestShop } from '../harness.ts'

const t = await openTestShop()
const { token } = await t.addUser({ admin: true, name: 'Ana' })
afterAll(() => t.close())

const colour = (background: string) =>
  sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
const add = async (id: string, background: string) =>
  t.call('POST', `/fishes/${id}/pictures/`, { token, ...multipart({ image: await colour(background) }) })
const order = (id: string, images: string[], seen: string[]) =>
  t.call('PUT', `/fishes/${id}/pictures/`, { token, body: { images, seen } })
const product = async (id: string) => (await t.call('GET', `/fishes/${id}`)).json

it('have an order, and the first is the picture in every call', async () => {
  const { _id } = await t.addFish()
  const { image: red, images: none } = (await add(_id, 'red')).json
  expect([red, none]).toEqual([expect.stringMatching(/^\/images\//), undefined])
  const [, green] = (await add(_id, 'green')).json.images
  const [, , blue] = (await add(_id, 'blue')).json.images
  // the same picture again
  expect((await add(_id, 'green')).json.images).toEqual([red, green, blue])
  const before = await product(_id)
  const ordered = await order(_id, [blue, red], [red, green, blue])
  expect(ordered.json).toMatchObject({ image: blue, images: [blue, red] })
  expect(ordered.json.placeholder).not.toBe(before.placeholder)
  const listed = (await t.call('GET', '/fish/')).json.fishes[0]
  const changed = (await t.call('GET', '/fishes/changes/')).json.changed.at(-1)
  for (const fish of [await product(_id), listed, changed]) expect(fish.images).toEqual([blue, red])
  const log = (await t.call('GET', '/admin/log/', { token })).json[0]
  expect([log.kind, log.changes.map(({ field }: { field: string }) => field)]).toEqual([
    'product-picture',
    ['image', 'images'],
  ])
  // the call of the specification replaces the first
  const form = multipart({ fishe_id: _id, image: await colour('white') })
  const { json: white } = await t.call('POST', '/fishes/upload/', { token, ...form })
  expect((await product(_id)).images).toEqual([white, red])
  expect((await order(_id, [red], [white, red])).json).toMatchObject({ image: red })
  expect(await product(_id)).not.toHaveProperty('images')
  expect((await order(_id, [], [red])).json.image).toBe('')
})

it('are refused where somebody else has changed them, where they are not of the product, and above the most', async () => {
  const { _id } = await t.addFish()
  const { image } = (await add(_id, 'red')).json
  const late = await order(_id, [image], [])
  expect([late.status, late.json.type]).toEqual([409, 'about:quayside/edited-meanwhile'])
  const foreign = await order(_id, [image, '/images/0123456789abcdef/640.webp'], [image])
  expect(foreign.json.errors).toMatchObject([{ path: 'images.1', rule: 'allowedValue' }])
  for (let n = 1; n < limits.pictures; n++) expect((await add(_id, `rgb(${n * 30}, 0, 0)`)).status).toBe(200)
  const full = await add(_id, 'blue')
  expect(full.json.errors).toMatchObject([{ path: 'image', rule: 'maxItems', params: { limit: limits.pictures } }])
  expect((await t.call('POST', `/fishes/${_id}/pictures/`, { token, ...multipart({}) })).json.errors[0].rule).toBe(
    'pictureFile',
  )
  expect((await add(v7(), 'red')).status).toBe(404)
})

it('stay while a product has them, and go with it; those of the shop stay, too', async () => {
  const settings = { store: t.pictures, isReferenced: (hash: string) => isPictureUsed(t.shop, hash) }
  const sweep = () => sweepPictures({ ...settings, now: Date.now() + 48 * 3600_000 })
  const { _id } = await t.addFish()
  for (const each of ['teal', 'olive', 'navy']) await add(_id, each)
  const { images } = await product(_id)
  const form = multipart({ image: await colour('gold') })
  const { json: hero } = await t.call('POST', '/shop/picture/', { token, ...form })
  const { version, legal: _, ...shop } = (await t.call('GET', '/shop/')).json
  expect((await t.call('PUT', '/shop/', { token, body: { ...shop, version, hero } })).json.hero).toBe(hero)
  await sweep()
  for (const each of [...images, hero]) expect((await t.app.inject(each)).statusCode).toBe(200)
  await t.call('DELETE', `/fishes/delete/${_id}/`, { token })
  await sweep()
  for (const each of images) expect((await t.app.inject(each)).statusCode).toBe(404)
  expect((await t.app.inject(hero)).statusCode).toBe(200)
})

it('certificates are PDFs with a name, which everybody can save and the sweep leaves', async () => {
  const { _id } = await t.addFish()
  const upload = (name: string, file: string) =>
    t.call('POST', `/fishes/${_id}/certificates/`, { token, ...multipart({ name, file: Buffer.from(file) }) })
  expect((await upload('MSC', '<html>')).json.errors).toMatchObject([{ path: 'file', rule: 'fileType' }])
  const {
    certificateFiles: [first],
  } = (await upload('MSC', '%PDF-1.7 a')).json
  await upload('Health', '%PDF-1.7 b')
  // the same file again
  await upload('MSC 2026', '%PDF-1.7 a')
  const names = async () => (await product(_id)).certificateFiles?.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Health', 'MSC 2026'])
  const settings = { store: t.pictures, isReferenced: (hash: string) => isPictureUsed(t.shop, hash) }
  await sweepPictures({ ...settings, now: Date.now() + 48 * 3600_000 })
  const { headers, body } = await t.app.inject(first.file)
  expect([body, headers['content-type'], headers['content-disposition'], headers['x-content-type-options']]).toEqual([
    ...['%PDF-1.7 a', 'application/pdf', 'attachment; filename="certificate.pdf"', 'nosniff'],
  ])
  await t.call('DELETE', `/fishes/${_id}/certificates/${first.file.split('/')[2]}/`, { token })
  expect(await names()).toEqual(['Health'])
  await sweepPictures({ ...settings, now: Date.now() + 48 * 3600_000 })
  expect((await t.app.inject(first.file)).statusCode).toBe(404)
  for (let n = 1; n < limits.certificateFiles; n++) await upload(`${n}`, `%PDF-1.7 ${n}`)
  expect((await upload('more', '%PDF-1.7 more')).json.errors).toMatchObject([{ path: 'file', rule: 'maxItems' }])
})
