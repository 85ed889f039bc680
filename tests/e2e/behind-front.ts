import { type Front, openFront } from './front.ts'
import { test as shopTest } from './shop.ts'

/** The shop behind a separate proxy, which records requests and can release another version. */
export const test = shopTest.extend<{ front: Front }>({
  front: async ({ shop }, use) => {
    const front = await openFront(shop.url)
    await use(front)
    await front.close()
  },
  baseURL: async ({ front }, use) => use(front.url),
})
