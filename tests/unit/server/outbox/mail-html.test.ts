import { describe, expect, it } from 'vitest'
import { plainLine } from '../../../../contract/fields.ts'
import { mailHtml, quoted, unquoted } from '../../../../server/outbox/mailer.ts'
import { hostileTexts } from '../../../support/hostile-texts.ts'

const publicUrl = 'https://quay.example/shop'
const logo = '/images/0123456789abcdef/640.webp'
const shop = { name: 'Port & Sons', logo: '' }
const words = { subject: 'Our offer is ready', language: 'fr' as const }
const link = `Read and answer here:\n${publicUrl}/#/order/1`

function read(text: string, { of = shop, at = publicUrl }: { of?: typeof shop; at?: string | undefined } = {}) {
  const page = new DOMParser().parseFromString(mailHtml({ ...words, text }, of, at), 'text/html')
  const all = (selector: string) => [...page.querySelectorAll(selector)]
  const says = (selector: string) => all(selector).map((each) => each.textContent)
  return { page, says, links: all('[href]').map((each) => each.getAttribute('href')), all }
}

describe('the HTML of a mail', () => {
  it('has the words of the plain text, the language, a button, and quotes', () => {
    const { page, says, links } = read(
      `Hello,\n\nOur offer is ready.\n\n${link}\n\nThe buyer writes:\n> Good\n>\n> Day`,
    )
    expect(page.documentElement.lang).toBe('fr')
    expect(page.title).toBe('Our offer is ready')
    expect(says('p')).toEqual([
      ...['Port & Sons', 'Hello,', 'Our offer is ready.', 'Read and answer here', `${publicUrl}/#/order/1`],
      'The buyer writes:',
    ])
    expect(says('a.button')).toEqual(['Read and answer here'])
    expect(new Set(links)).toEqual(new Set([`${publicUrl}/#/order/1`]))
    expect(says('blockquote')).toEqual(['Good\n\nDay'])
    // what is written from right to left reads so
    expect(page.querySelector('blockquote')?.dir).toBe('auto')
  })

  it('names the button like the mail where the link stands alone', () => {
    expect(read(`Hello,\n\n${publicUrl}/#/reset/x`).says('a.button')).toEqual([words.subject])
  })

  it('loads nothing but the logo, from the shop’s address', () => {
    const sources = (page: Document) => [...page.querySelectorAll('[src]')].map((each) => each.getAttribute('src'))
    const withLogo = { ...shop, logo }
    expect(sources(read('Hello', { of: withLogo }).page)).toEqual([
      `${publicUrl}/images/0123456789abcdef/apple-touch-icon.png`,
    ])
    expect(
      sources(new DOMParser().parseFromString(mailHtml({ ...words, text: '' }, withLogo, undefined), 'text/html')),
    ).toEqual([])
    expect(mailHtml({ ...words, text: link }, withLogo, publicUrl)).not.toMatch(/url\(|@import|<script/)
  })

  it('makes no link of another address, of an address among words, or without an address of the shop', () => {
    const others = ['https://evil.example/', `${publicUrl}.evil.example/x`, `${publicUrl}/x Ana <a@b.example>`]
    for (const text of [...others, `> ${publicUrl}/x`]) expect(read(text).links).toEqual([])
    const without = mailHtml({ ...words, text: link }, shop, undefined)
    expect(without).not.toContain('href')
    expect(without).toContain(`${publicUrl}/#/order/1`)
  })

  it.each(hostileTexts)('shows %j as it was typed, in a quote, a line and names', (text) => {
    const line = plainLine(text)
    const { says, all, links } = read(`Hello ${line},\n\n${quoted(text)}`, { of: { name: text, logo: text } })
    expect(all('*').map((each) => each.localName)).toEqual(
      'html head meta meta meta title style body div p p blockquote'.split(' '),
    )
    expect(all('.hostile')).toEqual([])
    expect(links).toEqual([])
    expect(says('p')).toEqual([text, `Hello ${line},`])
    expect(says('blockquote').join().replace(/\s/g, '')).toBe(line.replace(/\s/g, ''))
  })
})

describe('a quoted text', () => {
  it('has the lines again that were written', () => {
    const long = 'Please offer two more containers of the same size in the same packing, for the second half of May.'
    const text = `Good morning\n\n${long}\n${long}\nThank you`
    expect(quoted(text).split('\n').length).toBeGreaterThan(5)
    expect(unquoted(quoted(text).split('\n'))).toEqual(text.split('\n'))
  })
})
