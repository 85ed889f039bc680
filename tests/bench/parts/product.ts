import type { Page } from 'playwright-core'
import { observed, openPage, openPhone, type Phone, workerReady } from '../browser.ts'
import { openProduct } from '../open-product.ts'
import type { Options } from '../options.ts'
import { startShop } from '../shop.ts'
import { median, type Table } from '../table.ts'

/** A product's page as it was once opened: what has to stand at the end, and under which address. */
interface Opened {
  html: string
  hash: string
}

const readScreen = (): Opened => ({ html: document.querySelector('main')?.innerHTML ?? '', hash: location.hash })

/** The floor: at the click the browser gets the finished markup, and nothing of the app runs. */
function putInPlace({ html, hash }: Opened) {
  const follow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    // not the one that the router listens to
    History.prototype.pushState.call(history, null, '', hash)
    const main = document.querySelector('main')
    if (main) main.innerHTML = html
  }
  document.addEventListener('click', follow, { capture: true, once: true })
}

/** The home page from the device, in a browser that was just started and has had the time to get ready. */
async function startAgain(phone: Phone, url: string): Promise<Page> {
  await phone.restart()
  const page = await openPage(phone)
  await page.goto(url, { waitUntil: 'commit' })
  await observed(page)
  await page.waitForTimeout(3000)
  return page
}

/** The first product that is opened after a start, beside the same markup put in place by hand. */
export async function product({ rounds, dpr }: Options): Promise<Table[]> {
  const shop = await startShop()
  const phone = await openPhone({ dpr })
  try {
    const before = await openPage(phone, { slower: 1 })
    await before.goto(shop.url)
    await observed(before)
    await workerReady(before)
    await before.reload()
    await openProduct(before)
    const opened = await before.evaluate(readScreen)
    const times = { shop: [] as number[], floor: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      for (const who of ['shop', 'floor'] as const) {
        const page = await startAgain(phone, shop.url)
        if (who === 'floor') await page.evaluate(putInPlace, opened)
        times[who].push((await openProduct(page)).ms)
      }
    }
    const [ours, floor] = [median(times.shop), median(times.floor)]
    const title = `First product after a start, 4× slower processor, median of ${rounds}`
    const head = ['what', 'our shop', 'its markup put in place by hand', 'ratio']
    return [{ title, head, rows: [['product page from the list, ms', ours, floor, ours / floor]] }]
  } finally {
    await phone.close()
    await shop.stop()
  }
}
