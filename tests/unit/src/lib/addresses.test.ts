import { afterEach, describe, expect, it, vi } from 'vitest'
import { searchTerms } from '../../../../contract/catalogue-query.ts'
import { createAppHistory } from '../../../../src/app/router.tsx'
import { tableDate } from '../../../../src/i18n/dates.ts'
import { detectLocale } from '../../../../src/i18n/detect-locale.ts'
import { chooseLocale, startLocale } from '../../../../src/i18n/locale.ts'
import { formatNumber, formatTonnes } from '../../../../src/i18n/numbers.ts'
import { pageNumber, parseSearch, stringifySearch } from '../../../../src/lib/search-params.ts'
import { pageWindow } from '../../../../src/ui/rows/pager.tsx'
import { chatLink } from '../../../../src/ui/shop-address.tsx'

describe('the query inside the hash', () => {
  it('gives plain texts', () => {
    expect(parseSearch('?keyword=12&page=2')).toEqual({ keyword: '12', page: '2' })
  })
  it('takes everything after the first = of a redirect', () => {
    expect(parseSearch('?redirect=/cart/7?qty=3&page=2')).toEqual({ redirect: '/cart/7?qty=3&page=2' })
    expect(parseSearch('?redirect=%2Forder%2F1')).toEqual({ redirect: '/order/1' })
    expect(parseSearch('?redirect=%')).toEqual({ redirect: '%' })
  })
  it('leaves out empty values and does not escape slashes', () => {
    expect(stringifySearch({ redirect: '/order/1', keyword: '', page: undefined })).toBe('?redirect=/order/1')
    expect(stringifySearch({})).toBe('')
  })
  it('does not escape the query of a redirect, which comes back as it was', () => {
    for (const redirect of ['/cart/7?qty=3&page=2', '/products?keyword=a%26b c', '/x?a=1#b', '/ä+%'])
      expect(parseSearch(stringifySearch({ redirect }))).toEqual({ redirect })
    expect(stringifySearch({ redirect: '/cart/7?qty=2.5&page=2' })).toBe('?redirect=/cart/7?qty=2.5&page=2')
  })
  it.each([
    ['2', 2],
    ['0', 1],
    ['-3', 1],
    ['x', 1],
    ['1.5', 1],
    [undefined, 1],
  ])('reads the page %s as %d', (text, page) => expect(pageNumber(text)).toBe(page))
})

describe('the language', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    sessionStorage.clear()
    document.documentElement.removeAttribute('lang')
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
    document.cookie = 'lng=; max-age=0'
    history.replaceState(null, '', '/')
  })
  const speaks = (...languages: string[]) =>
    Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })

  it('comes from the first source that names a language of the shop, in the order of the specification', () => {
    speaks('de-DE')
    document.documentElement.lang = 'es'
    expect(detectLocale()).toBe('es')
    speaks('de-DE', 'fr-CA')
    expect(detectLocale()).toBe('fr')
    sessionStorage.setItem('lng', 'en')
    expect(detectLocale()).toBe('en')
    localStorage.setItem('lng', 'es')
    expect(detectLocale()).toBe('es')
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
    document.cookie = 'lng=fr'
    expect(detectLocale()).toBe('fr')
    history.replaceState(null, '', '/#/products?lng=en')
    expect(detectLocale()).toBe('en')
    history.replaceState(null, '', '/?lng=es#/products?lng=en')
    expect(detectLocale()).toBe('es')
  })
  it('in an address is saved for later starts, and so is a chosen one', async () => {
    speaks('es-ES')
    history.replaceState(null, '', '/?lng=fr&utm_source=mail#/products?lng=fr&page=2')
    await startLocale()
    history.replaceState(null, '', '/')
    expect(detectLocale()).toBe('fr')
    const chosen = chooseLocale('en')
    // a reload before its texts have come keeps the choice
    expect(detectLocale()).toBe('en')
    await chosen
    expect(detectLocale()).toBe('en')
  })
  it('is English where no source names a language of the shop', () => {
    speaks('de-DE', 'wo')
    expect(detectLocale()).toBe('en')
  })
})

describe('the history behind the #', () => {
  afterEach(() => history.replaceState(null, '', '/'))

  it.each([
    ['/?lng=fr&utm_source=mail#/products?lng=fr&page=2', '/products?page=2', '/#/products?page=2'],
    ['/?lng=fr#/products?keyword=hake&lng=fr', '/products?keyword=hake', '/#/products?keyword=hake'],
    ['/?lng=fr#/products?lng=fr', '/products', '/#/products'],
    ['/?lng=fr', '/', '/'],
    ['/#main', '/', '/'],
    ['/?keyword=hake+%26+co#/products', '/products?keyword=hake%20%26%20co', '/#/products?keyword=hake%20%26%20co'],
  ])('reads the route of %s', (address, route, left) => {
    history.replaceState(null, '', address)
    const shop = createAppHistory()
    expect(shop.location.href).toBe(route)
    expect(location.href.slice(location.origin.length)).toBe(left)
    shop.destroy()
  })
})

describe('what is written', () => {
  it.each([
    [new Date(2026, 0, 5, 0, 7), '05-01-2026 12:07 AM'],
    [new Date(2026, 10, 21, 12, 0), '21-11-2026 12:00 PM'],
    [new Date(2026, 10, 21, 23, 59), '21-11-2026 11:59 PM'],
  ])('dates as DD-MM-YYYY hh:mm with AM or PM', (date, text) => expect(tableDate(date.getTime())).toBe(text))

  it('no date for an invalid time', () => expect(tableDate('yesterday')).toBe(''))

  it('tonnes in the reader’s language', () => {
    expect(formatTonnes(2.5, 'en')).toBe('2.5\u00a0t')
    expect(formatTonnes(2.5, 'fr')).toBe('2,5\u00a0t')
    expect(formatTonnes(1234.5, 'es')).toBe('1.234,5\u00a0t')
  })
  it.each(['en', 'fr', 'es'] as const)('numbers in the format of the platform, with a thousands mark: %s', (locale) => {
    // without it the platform writes no mark into Spanish numbers of four digits
    const format = new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 3 })
    const values = [0, 0.001, 0.25, 4.5, 12.345, 99.9, 998.999, 999, 1000, 1234.5, 9999, 12345.678, 1e6]
    for (const value of values.flatMap((each) => [each, -each || 0]))
      expect(formatNumber(value, locale)).toBe(format.format(value))
  })
  it('the chat link from digits and text', () => {
    expect(chatLink('+221 33-800', 'Hello & bye')).toBe('https://wa.me/22133800?text=Hello%20%26%20bye')
    expect(chatLink('+1 2')).toBe('https://wa.me/12')
  })
  it.each([
    [1, 3, [1, 2, 3]],
    [1, 12, [1, 2, 0, 12]],
    [6, 12, [1, 0, 5, 6, 7, 0, 12]],
    [12, 12, [1, 0, 11, 12]],
  ])('page %d of %d as a pager', (page, pages, shown) => expect(pageWindow(page, pages)).toEqual(shown))
})

it.each([
  ['//', '#/products', '/#/products'],
  ['/', '#//products', '/#/products'],
  ['/', '#/order/0190a1b2-0000-7000-8000-00000000000d.', '/#/order/0190a1b2-0000-7000-8000-00000000000d'],
  ['/', '#/products?keyword=a.', '/#/products?keyword=a.'],
])('%s%s is opened as %s', (pathname, hash, opened) => {
  const replaceState = vi.spyOn(history, 'replaceState').mockImplementation(() => undefined)
  vi.stubGlobal('location', { pathname, hash, href: 'http://localhost/', search: '' })
  try {
    createAppHistory()
  } finally {
    vi.unstubAllGlobals()
  }
  expect(replaceState.mock.calls[0]?.[2]).toBe(opened)
  replaceState.mockRestore()
})

it.each(['600–800 g', '600 - 800g', '600−800 g'])('a size as %s is searched like 600-800g', (size) => {
  expect(searchTerms(size)).toEqual(searchTerms('600-800g'))
})
