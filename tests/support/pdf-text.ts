import { inflateSync } from 'node:zlib'

/** The objects of a PDF by number: their dictionaries and, inflated, their streams. */
function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>()
  const text = pdf.toString('latin1')
  for (const match of text.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [, number = '', body = ''] = match
    const at = body.indexOf('stream\n')
    const bytes = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const head = at < 0 ? body : body.slice(0, at)
    const stream =
      at < 0 ? '' : /FlateDecode/.test(head) ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
    objects.set(number, { head, stream })
  }
  return objects
}

const unhex = (hex: string) => Buffer.from(hex.replace(/\s/g, ''), 'hex').swap16().toString('utf16le')

/** What each glyph of a font stands for, from its ToUnicode table. */
function glyphsOf(table: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first = '', , list = ''] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    for (const [at, [, hex = '']] of [...list.matchAll(/<([\w\s]*)>/g)].entries())
      glyphs.set(Number.parseInt(first, 16) + at, unhex(hex))
  return glyphs
}

/** The text of each page of a PDF that `pdfkit` has made: a line for each piece of text that it wrote. */
export function pdfText(pdf: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(pdf))
  const find = (number: string | undefined) => objects.get(number ?? '') ?? { head: '', stream: '' }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head))
  return pages.map(({ head }) => {
    const resources = find(/\/Resources (\d+) 0 R/.exec(head)?.[1]).head
    const fonts = new Map<string, Map<number, string>>()
    for (const [, name = '', number] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(find(number).head)?.[1]
      fonts.set(name, glyphsOf(find(table).stream))
    }
    const content = find(/\/Contents (\d+) 0 R/.exec(head)?.[1]).stream
    let glyphs = new Map<number, string>()
    const lines: string[] = []
    for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) glyphs = fonts.get(font) ?? glyphs
      const codes = [...(shown ?? '').matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/..../g) ?? [])
      if (shown !== undefined) lines.push(codes.map((code) => glyphs.get(Number.parseInt(code, 16)) ?? '?').join(''))
    }
    return lines.join('\n')
  })
}
