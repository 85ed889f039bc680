import type { Browser, Locator } from '@playwright/test'

/** Over WebDriver BiDi `fill` sets a value that React does not notice, so that Firefox types it. */
async function fillByTyping(this: Locator, value: string): Promise<void> {
  await this.focus()
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
