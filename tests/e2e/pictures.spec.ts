import type { Page } from '@playwright/test'
import { expect, goTo, heading, test } from './proof-device.ts'

const picture = (page: Page) => page.locator('.product img')

/** The stored files of a picture, in any size. */
const stored = (page: Page, image: string) =>
  page.evaluate(
    async (folder) => {
      const found: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys()) if (url.includes(folder)) found.push(url)
      }
      return found
    },
    image.replace(/[^/]*$/, ''),
  )

test('offline, a picture that is not saved is replaced by a placeholder until the connection is back', {
  tag: '@long',
}, async ({ phone, line, fishes }) => {
  const fish = fishes.findLast(({ image }) => image !== '')
  if (!fish) throw new Error('the demonstration catalogue has pictures')
  const { page } = await phone({ saved: true })
  line.setDown(true)
  // a fetch of the page goes through the worker, like its pictures
  const answer = await page.evaluate(async (image) => {
    const response = await fetch(image)
    return [response.status, response.headers.get('content-type'), response.headers.get('cache-control')]
  }, fish.image)
  expect(answer).toEqual([200, 'image/svg+xml', 'no-store'])
  await goTo(page, `/products/${fish._id}`)
  await expect(heading(page)).toHaveText(fish.trade_name)
  await expect(page.locator('.product .picture-drawing')).toBeVisible()
  await expect(picture(page)).toHaveCount(0)
  expect(await stored(page, fish.image)).toEqual([])

  line.setDown(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await expect.poll(() => stored(page, fish.image)).not.toEqual([])
})
