import type { Browser, Locator } from '@playwright/test'

/** Over WebDriver BiDi `fill` sets a value that React does not notice, so that Firefox types it. */
async function fillByTyping(this: Locator, value: string): Promise<void> {
  await this.focus()
  const isDate = await this.evaluate((element, day) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'date') return false
    // the parts of a day are typed in the order of the browser's language: it is set as a picked day is
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, day)
    element.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  }, value)
  if (isDate) return
  await this.evaluate((element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
  })
  if ((await this.inputValue()) !== '') await this.press('Delete')
  if (value !== '') await this.pressSequentially(value)
}

/** Makes every `fill` of this process type; the locators of all pages share one prototype. */
export async function typeInFirefox(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const shared: Pick<Locator, 'fill'> = Object.getPrototypeOf(page.locator('html'))
  shared.fill = fillByTyping
  await page.close()
}
