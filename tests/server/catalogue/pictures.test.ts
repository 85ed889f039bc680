import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isPictureUsed } from '../../../server/start-server.ts'
import { sweepPictures } from '../../../server/storage/picture-store.ts'
import { multipart, openTestShop, orderBody } from '../harness.ts'

const day = 24 * 3600_000
const colours = ['red', 'green', 'blue']

it('are deleted; those of products and old orders stay', async () => {
  const t = await openTestShop()
  const admin = await t.addUser({ admin: true })
  const fishes: { _id: string; image: string }[] = []
  for (const background of colours) {
    const fish = await t.addFish()
    const image = await sharp({ create: { width: 30, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
    const form = multipart({ fishe_id: fish._id, image })
    fishes.push({
      _id: fish._id,
      image: (await t.call('POST', '/fishes/upload/', { token: admin.token, ...form })).json,
    })
  }
  const [shown, ordered, orphan] = fishes
  if (!shown || !ordered || !orphan) throw new Error('three products were made')
  await t.call('POST', '/orders/add/', { token: admin.token, body: orderBody([ordered]) })
  for (const { _id } of [ordered, orphan]) await t.call('DELETE', `/fishes/delete/${_id}/`, { token: admin.token })

  const settings = { store: t.pictures, isReferenced: (hash: string) => isPictureUsed(t.shop, hash) }
  expect(await sweepPictures({ ...settings, now: Date.now() })).toBe(0)
  expect(await sweepPictures({ ...settings, now: Date.now() + 2 * day })).toBe(1)
  const statuses = []
  for (const { image } of fishes) statuses.push((await t.app.inject(image)).statusCode)
  expect(statuses).toEqual([200, 200, 404])
  await t.close()
})
