import { strToU8, zipSync } from 'fflate'
import type { CellValue, TableValues } from '../../contract/texts/csv.ts'
import { tableLimits } from './cells.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The parts of every workbook with one sheet. Styles: 0 plain, 1 bold, 2 a day. */
const fixedParts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
const sheetStart = `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text as the XML of a sheet. `_x000D_` is the format's own way to write what XML cannot contain. */
function xmlText(text: string): string {
  return (
    text
      .slice(0, tableLimits.cellLength)
      .replace(/_x[\dA-F]{4}_/gi, '_x005F$&')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot contain
      .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]|\p{Cs}/gu, (sign) => {
        return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      })
      .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
  )
}

function columnName(at: number): string {
  return (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
}

/** The number of a day in a workbook, in which 1900-03-01 is day 61. */
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

function cellXml(value: CellValue, at: string, isTitle: boolean): string {
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  if (typeof value === 'object') return `<c r="${at}" s="2"><v>${dayNumber(value.day)}</v></c>`
  if (value === '') return ''
  const style = isTitle ? ' s="1"' : ''
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
}

/** A workbook with one sheet. Libraries that write workbooks compress in workers of their own, which the shop's security policy forbids. */
export function xlsxBytes(rows: TableValues): Uint8Array<ArrayBuffer> {
  const names = (rows[0] ?? []).map((_, at) => columnName(at))
  const lines = rows.map((row, at) => {
    const cells = row.map((value, column) => cellXml(value, `${names[column]}${at + 1}`, at === 0))
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  const sheet = `${sheetStart}${lines.join('')}</sheetData></worksheet>`
  const parts = { ...fixedParts, 'xl/worksheets/sheet1.xml': sheet }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(head + xml)])), {
    level: 6,
  })
}
