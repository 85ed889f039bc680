import { type Front, openFront } from './front.ts'
import { test as shopTest } from './shop.ts'

/** The shop behind a proxy of its own: what is asked for is seen, and another version can be released. */
export const test = shopTest.extend<{ front: Front }>({
  front: async ({ shop }, use) => {
    const front = await openFront(shop.url)
    await use(front)
    await front.close()
  },
  baseURL: async ({ front }, use) => use(front.url),
})
