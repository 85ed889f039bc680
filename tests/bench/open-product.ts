import type { Page } from 'playwright-core'

/** Opens the first product that shows on the home page by a click. `ms` from the click until its heading is painted, which was at `paintedAt` (ms since 1970). */
export async function openProduct(page: Page): Promise<{ ms: number; paintedAt: number }> {
  const link = page.locator('a[href*="#/products/"]:not([href*="category"])').locator('visible=true').first()
  await link.waitFor()
  await link.scrollIntoViewIfNeeded()
  await page.waitForTimeout(600)
  const timed = page.evaluate(
    () =>
      new Promise<{ ms: number; paintedAt: number }>((resolve) => {
        const begin = (event: Event) => {
          const start = event.timeStamp
          const frame = () => {
            const id = /#\/products\/([^/?]+)$/.exec(location.hash)?.[1]
            const heading = document.querySelector('main h1, h1')
            const there =
              id && heading?.checkVisibility() && document.querySelector('input[type=number], [role=spinbutton]')
            if (!there) return requestAnimationFrame(frame)
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => {
              const now = performance.now()
              resolve({ ms: now - start, paintedAt: performance.timeOrigin + now })
            }
            port2.postMessage(0)
          }
          requestAnimationFrame(frame)
        }
        addEventListener('click', begin, { capture: true, once: true })
      }),
  )
  await link.click()
  return timed
}
