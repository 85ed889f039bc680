import { createRequire } from 'node:module'
import { type PaperContent, paperParts } from '../../contract/papers/paper-parts.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import { openSheet } from './paper-sheet.ts'

/** What a paper is drawn from. */
export interface DrawnContent extends PaperContent {
  number: string
  /** PNG */
  logo: Uint8Array | undefined
  /** of the order, for the QR code; undefined if the shop does not know its own */
  address: string | undefined
}

const fonts = createRequire(import.meta.url)
const fontFile = (name: string) => fonts.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
/** The files of the fonts. */
export const paperFonts = { plain: fontFile('DejaVuSansCondensed'), bold: fontFile('DejaVuSansCondensed-Bold') }

/** Draws a paper as a PDF of A4 pages. */
export async function drawPaper(content: DrawnContent): Promise<Uint8Array> {
  const { number, day, language, logo, address } = content
  const { page } = paperTexts[language]
  const footer = (at: number, all: number) => `${number} · ${page} ${at}/${all}`
  const sheet = await openSheet({ title: number, day, font: paperFonts, footer })
  const { title, lines, parts } = paperParts(content)
  sheet.head({ logo, address, title, lines })
  for (const part of parts) {
    if (part.kind === 'table') await sheet.table(part)
    else sheet.pairs(part.pairs)
  }
  return sheet.end()
}
