import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import {
  beside,
  type PaperContent,
  type PaperPairs,
  type PaperParts,
  type PaperRow,
  type PaperTable,
} from '../../contract/papers/paper-content.ts'
import { paperParts } from '../../contract/papers/paper-parts.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'

/** All lengths in points. A4. */
const page = { width: 595.28, height: 841.89, margin: 42, bottom: 56 }
const inner = page.width - 2 * page.margin
/** of the columns of numbers, with the space before each */
const columns = [70, 84, 92] as const
const size = { name: 13, title: 15, text: 9, small: 7.5 }
const gap = 10
const grey = '#48617a'

export interface DrawnContent extends PaperContent {
  /** PNG */
  logo: Uint8Array | undefined
  /** of the order, for the QR code; undefined if the shop does not know its own */
  address: string | undefined
}

const fonts = createRequire(import.meta.url)
const fontFile = (name: string) => fonts.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
export const paperFonts = { plain: fontFile('DejaVuSansCondensed'), bold: fontFile('DejaVuSansCondensed-Bold') }

/** A document that is filled from top to bottom; what does not fit goes to a new page, and a row never breaks. */
async function openSheet(content: DrawnContent, { name, accent }: PaperParts['letterhead']) {
  const { day, language, logo, address } = content
  const draft = beside(content, (locale) => paperTexts.draft[locale])
  const { number = draft } = content
  const [{ default: PDFDocument }, { generate }] = await Promise.all([import('pdfkit'), import('lean-qr')])
  const doc = new PDFDocument({
    size: 'A4',
    margin: page.margin,
    bufferPages: true,
    font: paperFonts.plain,
    info: { Title: number, CreationDate: new Date(`${day}T00:00:00Z`) },
  })
  const read = buffer(doc)
  let top: number = page.margin
  const end = page.height - page.bottom

  // by their files: a name of its own would open the document's font once more
  const plain = (points: number = size.text, colour = 'black') =>
    doc.font(paperFonts.plain).fontSize(points).fillColor(colour)
  const bold = (points: number = size.text) => doc.font(paperFonts.bold).fontSize(points).fillColor('black')
  const heightOf = (text: string, width: number) => doc.heightOfString(text, { width })
  /** begins a new page if this height does not fit; whether it did */
  const makeRoom = (height: number): boolean => {
    if (top + height <= end) return false
    doc.addPage()
    top = page.margin
    return true
  }

  function drawCode(text: string, side: number) {
    const code = generate(text)
    const dot = side / code.size
    const left = page.width - page.margin - side
    doc.fillColor('black')
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) doc.rect(left + x * dot, page.margin + y * dot, dot, dot)
    doc.fill()
  }

  /** a line across the page, at the present height */
  function drawLine({ width = 0.5, colour = grey } = {}): void {
    const line = doc.moveTo(page.margin, top).lineTo(page.width - page.margin, top)
    line.lineWidth(width).strokeColor(colour).stroke()
  }

  /** across the page, so that no print of it passes for the paper */
  function drawDraft(): void {
    const middle = { origin: [page.width / 2, page.height / 2] as [number, number] }
    doc.save().rotate(-50, middle).fillOpacity(0.1)
    bold(56).text(draft, 0, page.height / 2 - 30, { width: page.width, align: 'center', lineBreak: false })
    doc.restore().fillOpacity(1)
  }

  function head({ letterhead: { name, contact, isWide }, title, lines }: PaperParts): void {
    const side = 66
    if (address) drawCode(address, side)
    const width = inner - side - gap
    const fit: [number, number] = isWide ? [width, 34] : [44, 44]
    if (logo) doc.image(Buffer.from(logo), page.margin, page.margin, { fit })
    const isNamed = !isWide || !logo
    const left = page.margin + (logo && isNamed ? 54 : 0)
    if (isNamed) bold(size.name).text(name, left, page.margin + 4, { width })
    plain(size.small, grey).text(contact, left, isNamed ? doc.y : page.margin + 40, { width })
    top = page.margin + side + gap / 2
    drawLine({ width: 2, colour: accent })
    bold(size.title).text(content.number ? title : `${draft}: ${title}`, page.margin, top + gap, { width: inner })
    plain().text(lines.join('\n'), page.margin, doc.y + 3, { width: inner })
    top = doc.y + gap
  }

  /** Labels with texts below them, in three columns. */
  function pairs({ pairs: all, isApart }: PaperPairs): void {
    const third = (inner - 4 * gap) / 3
    const rows = Array.from({ length: Math.ceil(all.length / 3) }, (_, at) => all.slice(3 * at, 3 * at + 3))
    const measured = rows.map((row) => {
      const width = row.length === 1 ? inner : third
      const heights = row.map(([label, text]) => {
        plain(size.small)
        const labelHeight = heightOf(label, width)
        plain()
        return labelHeight + heightOf(text, width)
      })
      return { row, width, height: Math.max(...heights) }
    })
    if (isApart) {
      makeRoom(measured.reduce((sum, { height }) => sum + height + gap, 0))
      drawLine()
      top += gap / 2
    }
    for (const { row, width, height } of measured) {
      makeRoom(height)
      const from = top
      for (const [column, [label, text, look]] of row.entries()) {
        const left = page.margin + column * (third + 2 * gap)
        plain(size.small, grey).text(label, left, from, { width })
        ;(look === 'bold' ? bold : plain)().text(text, left, doc.y, { width })
        top = Math.max(top, doc.y)
      }
      top += gap
    }
  }

  /** of the present table: a column without a title is left out, and its space is the text's */
  let widths: number[] = [...columns]
  const textWidth = () => inner - widths.reduce((sum, width) => sum + width, 0) - gap

  /** Draws texts into the columns of numbers; returns where the lowest ends. With a font they fit one line: two would read as two amounts. */
  function drawNumbers(numbers: readonly string[], from: number, font?: (points: number) => typeof doc): number {
    let lowest = doc.y
    let left = page.width - page.margin - widths.reduce((sum, width) => sum + width, 0)
    for (const [column, number] of numbers.entries()) {
      const width = (widths[column] ?? 0) - 6
      left += widths[column] ?? 0
      if (!number) continue
      if (font) {
        const wide = font(size.text).widthOfString(number)
        if (wide > width) font((size.text * 0.99 * width) / wide)
      }
      doc.text(number, left - width, from, { width, align: 'right' })
      lowest = Math.max(lowest, doc.y)
    }
    return lowest
  }

  function drawTitles(titles: readonly string[]): void {
    const [first = '', ...others] = titles
    const from = top
    plain(size.small, grey).text(first, page.margin, from, { width: textWidth() })
    top = drawNumbers(others, from) + 2
    drawLine()
    top += 4
  }

  function rowHeight({ text, small = [], note }: PaperRow): number {
    const width = textWidth()
    plain()
    let height = heightOf(text, width) + (note ? heightOf(note, width) : 0)
    plain(size.small)
    for (const each of small) height += heightOf(each, width)
    return height
  }

  function drawRow(row: PaperRow, font: (points?: number) => typeof doc): void {
    const { kind, text, small = [], note, numbers } = row
    const indent = kind === 'lot' ? gap : 0
    const width = textWidth()
    const from = top
    font().text(text, page.margin + indent, from, { width: width - indent })
    for (const each of small) plain(size.small, grey).text(each, page.margin, doc.y, { width })
    if (note) plain().text(note, page.margin, doc.y, { width })
    top = drawNumbers(numbers, from, font) + 5
  }

  /** A table whose titles are on each of its pages. */
  async function table({ titles, widths: given = columns, rows, sum, after = [] }: PaperTable): Promise<void> {
    widths = given.map((width, column) => (titles[column + 1] ? width : 0))
    makeRoom(70)
    drawTitles(titles)
    for (const [at, row] of rows.entries()) {
      // a product stays with its first lot
      const next = row.kind === 'goods' && rows[at + 1]?.kind === 'lot' ? 16 : 0
      if (makeRoom(rowHeight(row) + next)) drawTitles(titles)
      drawRow(row, plain)
      // other requests go between two rows: to measure and draw a long one takes milliseconds
      await setImmediate()
    }
    if (makeRoom(24 + 18 * after.length)) drawTitles(titles)
    drawLine({ width: 1.5, colour: accent })
    top += 4
    for (const row of [sum, ...after]) drawRow(row, row.kind === 'total' ? bold : plain)
    top += gap
  }

  return {
    head,
    pairs,
    table,
    async end(): Promise<Uint8Array> {
      const { count } = doc.bufferedPageRange()
      for (let at = 0; at < count; at++) {
        doc.switchToPage(at)
        // below the margin, where pdfkit would begin a new page
        doc.page.margins.bottom = 0
        if (!content.number) drawDraft()
        const footer = `${number} · ${paperTexts.page[language]} ${at + 1}/${count}`
        const from = page.height - 34
        plain(size.small, grey).text(name, page.margin, from, { width: inner * 0.7 })
        doc.text(footer, page.margin, from, { width: inner, align: 'right' })
      }
      doc.end()
      return read
    },
  }
}

/** Draws a paper as a PDF of A4 pages. */
export async function drawPaper(content: DrawnContent): Promise<Uint8Array> {
  const parts = paperParts(content)
  const sheet = await openSheet(content, parts.letterhead)
  sheet.head(parts)
  for (const part of parts.parts) {
    if (part.kind === 'table') await sheet.table(part)
    else sheet.pairs(part)
  }
  return sheet.end()
}
