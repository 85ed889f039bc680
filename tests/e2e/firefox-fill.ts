import { type Browser, expect, type Locator } from '@playwright/test'

/**
 * Over WebDriver BiDi `fill` sets a value that React does not notice. This sets it in one step as the browser does for
 * typed or picked values; tests about keys press them.
 */
async function fillAtOnce(this: Locator, value: string): Promise<void> {
  await expect(this).toBeEditable()
  await this.focus()
  await this.evaluate((element, text) => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement))
      throw new Error('Only fields are filled')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, text)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }, value)
}

/** Replaces `fill` in this process: the locators of all pages share one prototype. */
export async function fillInFirefox(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const shared: Pick<Locator, 'fill'> = Object.getPrototypeOf(page.locator('html'))
  shared.fill = fillAtOnce
  await page.close()
}
