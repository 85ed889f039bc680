import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { error, type WebDriver, type WebElement } from 'selenium-webdriver'

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** How long a condition may take to come true, ms. */
const timeout = 30_000

interface Where {
  origin: string
  /** the folder with the browser's data, downloads and prints */
  profile: string
  /** process id of the browser */
  pid: number
}

interface Within {
  /** CSS selector of the part of the page that is searched */
  within?: string
}

/** Runs in the page: the first visible element of a role and name, as a screen reader finds it. */
const findByRole = `
  const [role, name, within] = arguments
  const root = within ? document.querySelector(within) : document.body
  if (!root) return null
  const options = name === null ? {} : { name: typeof name === 'string' ? name : new RegExp(name.source, name.flags) }
  return TestingLibraryDom.queryAllByRole(root, role, options)[0] ?? null`

const isPassing = (failure: unknown) =>
  failure instanceof error.StaleElementReferenceError ||
  failure instanceof error.ElementClickInterceptedError ||
  failure instanceof error.ElementNotInteractableError ||
  failure instanceof error.JavascriptError

/** One WebKit window, driven as a person does: by role and name, with real clicks and keys. */
export class Screen {
  readonly driver: WebDriver
  readonly where: Where
  private tab: string | undefined

  constructor(driver: WebDriver, where: Where) {
    this.driver = driver
    this.where = where
  }

  run<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.driver.executeScript<T>(script, ...args)
  }

  /** Runs an async function's body in the page and returns what it resolves to. */
  runAsync<T>(body: string, ...args: unknown[]): Promise<T> {
    const script = `const done = arguments[arguments.length - 1]; (async (...args) => { ${body} })(...arguments).then(done, (failure) => done('failed: ' + failure))`
    return this.driver.executeAsyncScript<T>(script, ...args)
  }

  /** Goes to a route of the app, without loading the page anew where it is open. */
  async goto(route: string): Promise<void> {
    const { origin } = this.where
    if ((await this.driver.getCurrentUrl()).startsWith(`${origin}/`))
      await this.run('location.hash = arguments[0]', `#${route}`)
    else await this.driver.get(`${origin}/#${route}`)
  }

  reload(): Promise<void> {
    return this.driver.navigate().refresh()
  }

  async find(role: string, name?: string | RegExp, { within }: Within = {}): Promise<WebElement | null> {
    if (!(await this.run('return typeof TestingLibraryDom === "object"'))) await this.run(library)
    const wanted = name instanceof RegExp ? { source: name.source, flags: name.flags } : (name ?? null)
    return this.run(findByRole, role, wanted, within ?? null)
  }

  /** Waits for an element and does something with it; begins anew when the page replaces it meanwhile. */
  private async withElement(
    [role, name, within]: [string, string | RegExp | undefined, Within],
    act: (element: WebElement) => Promise<unknown>,
  ): Promise<void> {
    let failure: unknown
    const attempt = async () => {
      const element = await this.find(role, name, within)
      if (!element) return false
      await act(element)
      return true
    }
    const done = () =>
      attempt().catch((reason: unknown) => {
        if (!isPassing(reason)) throw reason
        failure = reason
        return false
      })
    await expect.poll(done, { message: `${role} ${name ?? ''} ${failure ?? ''}`, timeout }).toBe(true)
  }

  sees(role: string, name?: string | RegExp, within: Within = {}): Promise<void> {
    return this.withElement([role, name, within], async () => undefined)
  }

  /** Waits until no such element is left. */
  async misses(role: string, name?: string | RegExp, within: Within = {}): Promise<void> {
    const isGone = async () => {
      try {
        return (await this.find(role, name, within)) === null
      } catch (reason) {
        // it went while the driver named it
        if (isPassing(reason)) return false
        throw reason
      }
    }
    await expect.poll(isGone, { message: `${role} ${name ?? ''} goes`, timeout }).toBe(true)
  }

  click(role: string, name?: string | RegExp, within: Within = {}): Promise<void> {
    return this.withElement([role, name, within], async (element) => {
      await this.run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element)
      await element.click()
    })
  }

  fill(
    name: string | RegExp,
    text: string,
    { role = 'textbox', ...within }: Within & { role?: string } = {},
  ): Promise<void> {
    return this.withElement([role, name, within], async (element) => {
      await this.run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element)
      await this.run('arguments[0].focus(); arguments[0].select?.()', element)
      await element.sendKeys(text)
    })
  }

  /** Types into a field that the role query does not cover: passwords have no role. */
  async fillLabelled(label: string, text: string): Promise<void> {
    const field = () =>
      this.run<WebElement | null>(
        `return [...document.querySelectorAll('main label')].find((each) => each.textContent.replace('*', '').trim() === arguments[0])?.control ?? null`,
        label,
      )
    await expect.poll(async () => (await field()) !== null, { message: label, timeout }).toBe(true)
    const element = await field()
    await this.run('arguments[0].focus(); arguments[0].select()', element)
    await element?.sendKeys(text)
  }

  /** Chooses an option of a native select by its value. */
  choose(name: string | RegExp, value: string): Promise<void> {
    return this.withElement(['combobox', name, {}], (element) =>
      this.run(
        `arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', { bubbles: true }))`,
        element,
        value,
      ),
    )
  }

  async valueOf(role: string, name: string | RegExp): Promise<string> {
    let value = ''
    await this.withElement([role, name, {}], async (element) => {
      value = await this.run('return arguments[0].value', element)
    })
    return value
  }

  text(): Promise<string> {
    return this.run('return document.body.innerText')
  }

  hash(): Promise<string> {
    return this.run('return location.hash')
  }

  async says(text: string | RegExp): Promise<void> {
    const matcher = expect.poll(() => this.text(), { timeout })
    await (typeof text === 'string' ? matcher.toContain(text) : matcher.toMatch(text))
  }

  async isAt(hash: string | RegExp): Promise<void> {
    await expect.poll(() => this.hash(), { timeout }).toMatch(hash)
  }

  /** Waits until the worker controls the page and the whole catalogue is saved. */
  async savedForOffline(): Promise<void> {
    const controlled = () => this.run('return Boolean(navigator.serviceWorker?.controller)')
    await expect.poll(controlled, { timeout: 60_000 }).toBe(true)
    await expect.poll(() => this.runAsync(isCatalogueSaved), { timeout: 60_000 }).toBe(true)
  }

  /** Gives the only file input a file. */
  async chooseFile(file: string): Promise<void> {
    await this.driver.findElement({ css: 'input[type=file]' }).sendKeys(file)
  }

  /** Opens a second tab of the same browser and looks at it. */
  async newTab(route: string): Promise<Screen> {
    this.tab ??= await this.driver.getWindowHandle()
    await this.driver.switchTo().newWindow('tab')
    await this.driver.get(`${this.where.origin}/#${route}`)
    return this
  }

  /** Looks at the first tab again. */
  async activate(): Promise<Screen> {
    if (this.tab !== undefined) await this.driver.switchTo().window(this.tab)
    return this
  }

  /** Prints the window, and gives the PDF as text. */
  async print(): Promise<string> {
    process.kill(this.where.pid, 'SIGUSR1')
    const file = join(this.where.profile, 'print.pdf')
    await expect.poll(() => existsSync(file), { timeout }).toBe(true)
    return readFileSync(file, 'latin1')
  }

  /** The path of the first whole download. */
  async downloaded(): Promise<string> {
    const folder = join(this.where.profile, 'downloads')
    const whole = () => (existsSync(folder) ? readdirSync(folder) : []).find((name) => !name.endsWith('.part'))
    await expect.poll(whole, { timeout }).toBeTruthy()
    return join(folder, whole() ?? '')
  }

  /** Ends the browser as its person does. */
  quit(): Promise<void> {
    return this.driver.quit()
  }

  /** Ends the browser as an empty battery does. */
  async kill(): Promise<void> {
    process.kill(this.where.pid, 'SIGKILL')
    await this.driver.quit().catch(() => undefined)
  }
}

const isCatalogueSaved = `
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const db = await done(indexedDB.open('quayside'))
  try {
    const row = await done(db.transaction('kept').objectStore('kept').get('catalogue'))
    return row?.value?.complete === true
  } finally {
    db.close()
  }`
