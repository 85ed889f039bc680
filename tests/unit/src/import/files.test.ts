import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { locales } from '../../../../contract/locales.ts'
import { type CsvStyle, csvStyleOf, csvText } from '../../../../contract/texts/csv.ts'
import { columnNames, columnTitles } from '../../../../src/i18n/column-titles.ts'
import { catalogueRows } from '../../../../src/import/export-catalogue.ts'
import { findTitles, matchColumns, tableBelow } from '../../../../src/import/matching.ts'
import { readRows } from '../../../../src/import/read-rows.ts'
import { tableLimits } from '../../../../src/tables/cells.ts'
import { readTable } from '../../../../src/tables/read-table.ts'
import { comparePictures, readPictures } from '../../../../src/tables/sheet-pictures.ts'
import { xlsxBytes } from '../../../../src/tables/write-xlsx.ts'
import { bareFish, fish } from '../../../support/fishes.ts'

const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'list.csv') => new File([text], name, { type: 'text/csv' })
async function tableOf(file: File) {
  const reading = await readTable(file)
  if (reading.kind !== 'sheets') throw new Error(reading.kind)
  const [sheet = { rows: [] }] = reading.sheets
  return tableBelow(sheet.rows, findTitles(sheet.rows))
}
const archive = (files: Record<string, Uint8Array>) => Uint8Array.from(zipSync(files))

const octopus = fish({
  code: '=1+1',
  trade_name_es: 'Pulpo, "común"',
  countInStock: 1.234,
  glazing: 12.5,
  treatment: 'IQF;-20',
  packing: '@ 10 kg',
  featured: true,
  description: 'Caught in pots.\nFrozen "flower-shaped"; graded by hand.',
  description_fr: 'Pêché au pot\u202f:\n\n=battu, puis congelé',
  description_es: 'Capturado con nasas',
})
const plain = bareFish({
  _id: '0190a1b2-0000-7000-8000-0000000000f2',
  trade_name: 'Hake',
  countInStock: 60,
  type: 'fish',
})

const styles: (CsvStyle | 'xlsx')[] = ['point', 'comma', 'xlsx']
test.each(locales.flatMap((from) => locales.flatMap((to) => styles.map((kind) => [from, kind, to] as const))))(
  'products exported in %s as %s are read back unchanged in %s',
  async (from, kind, locale) => {
    const values = catalogueRows([octopus, plain], from)
    const file =
      kind === 'xlsx' ? new File([xlsxBytes(values)], 'list.xlsx') : new File([csvText(values, kind)], 'list.csv')
    const table = await tableOf(file)
    const columns = matchColumns(table.titles)
    expect(columns).toEqual(columnNames)
    const { rows, errors } = await readRows(table, columns, { locale, clears: true })
    expect(errors).toEqual([])
    for (const [at, { image, placeholder: _, rating: __, numReviews: ___, updated_at: ____, ...facts }] of [
      octopus,
      plain,
    ].entries()) {
      expect(rows[at]?.row).toMatchObject(facts)
      expect(rows[at]?.picture).toBe(image)
    }
    expect(rows[1]?.row).toMatchObject({ glazing: 0, treatment: '' })
  },
)

test('the CSV of a language is the one that its spreadsheets open', () => {
  const values = [
    ['Article; number', 'Stock (t)'],
    ['A1', 12.5],
    ['=1+1', 1.234],
    [{ day: '2026-01-31' }, 1250],
  ]
  expect(locales.map((locale) => csvStyleOf(locale))).toEqual(['point', 'comma', 'comma'])
  expect(csvText(values, 'comma')).toBe(
    '\uFEFF"Article; number";Stock (t)\r\nA1;12,5\r\n\'=1+1;1,2340\r\n2026-01-31;1250\r\n',
  )
  expect(csvText(values, 'point')).toContain("A1,12.5\r\n'=1+1,1.2340\r\n")
})

test('a workbook has texts, numbers and days that other programs read', async () => {
  const odd = 'a & b <c> "d" \u0001 \r_x0041_ 🐟'
  const table = await tableOf(
    new File(
      [
        xlsxBytes([
          ['code', 'note', 'n', 'day'],
          ['007', odd, 0.1, { day: '2026-01-31' }],
        ]),
      ],
      'list.xlsx',
    ),
  )
  expect(table.titles).toEqual(['code', 'note', 'n', 'day'])
  expect(table.rows).toMatchObject([{ number: 2, cells: ['007', odd, 0.1, { kind: 'date', meant: '1-31' }] }])
})

/** A workbook of ours with another sheet. */
function workbook(rows: string): File {
  const sheet = strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
  return new File([archive({ ...unzipSync(xlsxBytes([['']])), 'xl/worksheets/sheet1.xml': sheet })], 'list.xlsx')
}
const text = (value: string, place = '') => `<c${place && ` r="${place}"`} t="inlineStr"><is><t>${value}</t></is></c>`

test.each([
  [
    'cells without places',
    `<row r="1">${text('code')}${text('name')}</row><row r="3">${text('A1')}<c/>${text('é')}</row>`,
  ],
  [
    'rows without places',
    `<row>${text('code')}${text('name')}</row><row/><row spans="1:3">${text('A1')}<c />${text('é')}</row>`,
  ],
  ['some places', `<row>${text('code', 'A1')}${text('name')}</row><row>${text('A1', 'A3')}${text('é', 'C3')}</row>`],
  [
    'prefixed names',
    `<x:row>${text('code')}${text('name')}</x:row><x:row r='3'>${text('A1')}${text('é', 'C3')}</x:row>`,
  ],
])('a workbook with %s is read in the order of its cells', async (_, rows) => {
  const read = [
    { number: 1, cells: ['code', 'name'] },
    { number: 3, cells: ['A1', '', 'é'] },
  ]
  expect(await readTable(workbook(rows))).toEqual({ kind: 'sheets', sheets: [{ name: 'Sheet1', rows: read }] })
})

test('columns are found once each by their titles, in three languages and any order', () => {
  expect(matchColumns(['STOCK T', 'nom commercial', 'Nombre comercial', 'trade_name_fr', 'Colour', ''])).toEqual([
    'countInStock',
    'trade_name',
    'trade_name_es',
    'trade_name_fr',
    undefined,
    undefined,
  ])
  for (const name of columnNames)
    for (const locale of locales) {
      const titles = [columnTitles.trade_name[locale], columnTitles[name][locale]]
      expect(matchColumns([...new Set(titles)]).at(-1)).toBe(name)
    }
})

test.each([
  [
    ['Réf. article', 'Désignation', 'Famille', 'Classe', 'Type', 'Stock', 'Emballage', 'Photo', 'Glaçage %'],
    ['code', 'trade_name', 'category', 'classe', 'type', 'countInStock', 'packing', 'picture', 'glazing'],
  ],
  [
    ['Código artículo', 'Producto', 'Envase', 'Zona de pesca', 'Talla', 'Foto', 'Existencias', 'Glaseo %'],
    ['code', 'trade_name', 'packing', 'origin', 'size', 'picture', 'countInStock', 'glazing'],
  ],
  [
    ['SKU', 'Product name', 'Latin name', 'Packaging', 'Grade', 'Quantity (t)', 'Catch area', 'Photo file'],
    ['code', 'trade_name', 'scientific_name', 'packing', 'size', 'countInStock', 'origin', 'picture'],
  ],
  [
    ['Nom commercial', 'Trade name', 'Nombre comercial', 'Description'],
    ['trade_name_fr', 'trade_name', 'trade_name_es', 'description'],
  ],
  [
    ['Nom commercial (français)', 'Nom commercial', 'Trade name (Spanish)', 'Product'],
    ['trade_name_fr', 'trade_name', 'trade_name_es', undefined],
  ],
])('the titles of an exporter’s own list are recognised: %j', (titles, names) => {
  expect(matchColumns(titles)).toEqual(names)
})

test('a CSV file with semicolons, quotes, line breaks and empty lines is read', async () => {
  const table = await tableOf(csv('code;trade name\r\nA1;"Hake; ""big""\nfillet"\r\n;;\r\nA2;Cod\r\n'))
  expect(table).toEqual({
    titles: ['code', 'trade name'],
    rows: [
      { number: 2, cells: ['A1', 'Hake; "big"\nfillet'] },
      { number: 4, cells: ['A2', 'Cod'] },
    ],
  })
})

test.each([
  [';', '1 250,5', '2,25'],
  ['\t', '1 250,5', '2,25'],
  [',', '"1,250.5"', '2.25'],
  ['|', '1250,5', '2,25'],
])('the columns of a list with “%s” are found below titles with other signs', async (sign, stock, price) => {
  const titles = ['Réf. article', 'Calibre', 'Famille', 'Classe', 'Type', 'Zone FAO', 'Stock (t)', 'Prix']
  const size = sign === ',' ? '"1-2 kg; T6"' : '0,8-1,2 kg'
  const rows = [1, 2, 3].map((n) => [`A${n}`, size, 'Zeidae', 'Actinopterygii', 'fish', '27', stock, price])
  const above = sign === ',' ? 'Dakhla; Maroc' : 'Dakhla, Maroc'
  const table = await tableOf(
    csv(['Tarif au 25/11/2026', above, '', ...[titles, ...rows].map((row) => row.join(sign))].join('\r\n')),
  )
  expect(table.titles).toEqual(titles)
  expect(table.rows.map(({ cells }) => cells.length)).toEqual([8, 8, 8])
})

test('a list with 20,000 products is read to its end below its titles, also between empty lines', async () => {
  const rows = Array.from({ length: tableLimits.rows }, (_, n) => `A${n};Hake;1\r\n;;\r\n`)
  const { rows: read } = await tableOf(csv(`Port;;\r\n;;\r\nPrices;;\r\ncode;trade name;stock\r\n${rows.join('')}`))
  expect(read).toHaveLength(tableLimits.rows)
  expect(read.at(-1)).toEqual({ number: 2 * tableLimits.rows + 3, cells: [`A${tableLimits.rows - 1}`, 'Hake', '1'] })
})

test('a number whose style is not in the workbook is read', async () => {
  const { 'xl/styles.xml': _, ...rest } = unzipSync(xlsxBytes([['']]))
  const links = strFromU8(rest['xl/_rels/workbook.xml.rels'] ?? new Uint8Array())
  const others = strToU8(links.replace(/<Relationship [^>]*styles[^>]*>/, ''))
  const sheet = strToU8(
    `<worksheet><sheetData><row>${text('code')}${text('stock')}</row><row>${text('A1')}<c s="3"><v>1.5</v></c></row></sheetData></worksheet>`,
  )
  const file = new File(
    [archive({ ...rest, 'xl/_rels/workbook.xml.rels': others, 'xl/worksheets/sheet1.xml': sheet })],
    'list.xlsx',
  )
  expect((await tableOf(file)).rows).toEqual([{ number: 2, cells: ['A1', 1.5] }])
})

test.each([
  ['a picture', new File([new Uint8Array([0xff, 0xd8, 0, 0])], 'list.jpg'), 'unreadable'],
  ['an old workbook', new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'Workbook'], 'list.xls'), 'old-excel'],
  [
    'a protected workbook',
    new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'EncryptedPackage'], 'a.xlsx'),
    'password',
  ],
  ['an OpenDocument spreadsheet', new File([archive({ 'content.xml': strToU8('a') })], 'list.ods'), 'open-document'],
  ['a file of Numbers', new File([archive({ 'Index/Document.iwa': strToU8('a') })], 'a.numbers'), 'numbers'],
  ['a binary workbook', new File([archive({ 'xl/workbook.bin': strToU8('a') })], 'a.xlsb'), 'binary-workbook'],
  ['a web page', new File(['<html><table>'], 'list.xls'), 'web-page'],
  ['a broken archive', new File([strToU8('PK\u0003\u0004 nothing').slice()], 'list.xlsx'), 'unreadable'],
  ['an archive of something else', new File([archive({ 'a.txt': strToU8('a') })], 'list.xlsx'), 'unreadable'],
  ['titles alone', csv('code,trade name\r\n'), 'empty'],
  ['nothing', csv(''), 'empty'],
  ['200,000 rows', csv(`code\n${'A\n'.repeat(200_000)}`), 'too-many-rows'],
  ['a large file', new File([new Uint8Array(tableLimits.bytes + 1)], 'list.csv'), 'too-large'],
  [
    'a workbook with a cell of 24 MB',
    new File(
      [archive({ 'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'a'.repeat(24e6)}</t></si></sst>`) })],
      'a.xlsx',
    ),
    'long-cell',
  ],
  [
    'a workbook with a cell in thousands of pieces',
    workbook(`<row><c t="inlineStr"><is>${'<r><t>hake </t></r>'.repeat(7000)}</is></c></row>`),
    'long-cell',
  ],
  ['a CSV file with a cell of 1 MB', csv(`code,name\nA1,${'a'.repeat(1e6)}\n`), 'long-cell'],
  ['a workbook whose only cell is far below', workbook('<row r="1000000"><c r="XFD1000000"/></row>'), 'empty'],
  [
    'a workbook without places whose gaps would fill the memory',
    workbook(`<row>${'<c/>'.repeat(10_000)}</row>${'<row/>'.repeat(10_000)}`),
    'empty',
  ],
  [
    'a workbook whose far cell hides behind a bracket in another attribute',
    workbook('<row a=">" r="99999999"><c a=">" r="A99999999"/></row>'),
    'empty',
  ],
  [
    'an archive that unpacks to gigabytes',
    new File([archive({ 'xl/worksheets/sheet1.xml': new Uint8Array(tableLimits.unpackedBytes + 1) })], 'list.xlsx'),
    'too-large',
  ],
])('%s is refused', async (_, file, kind) => {
  expect((await readTable(file)).kind).toBe(kind)
})

test.each([
  ['countInStock', '12,5', 12.5],
  ['countInStock', '', undefined],
  ['countInStock', 'much', undefined],
  ['countInStock', '-1', undefined],
  ['countInStock', '1.234', undefined],
  ['countInStock', '1 250,0', 1250],
  ['countInStock', '1.250,5', 1250.5],
  ['countInStock', '1,250.5 t', 1250.5],
  ['countInStock', '3 toneladas', 3],
  ['countInStock', '12 5', undefined],
  ['type', 'Crustacé', 'seafood'],
  ['glazing', '10 %', 10],
  ['glazing', '101', undefined],
  ['type', 'Fruits de mer', 'seafood'],
  ['type', 'bird', undefined],
  ['fao_code', 'oct', 'OCT'],
])('in Spanish %s “%s” is read as %s', async (column, text, value) => {
  const name = columnNames.find((each) => each === column)
  const read = await readRows({ titles: [column], rows: [{ number: 2, cells: [text] }] }, [name], {
    locale: 'es',
    clears: true,
  })
  expect(read.rows.map(({ row }) => Reflect.get(row, column))).toEqual(value === undefined ? [] : [value])
  expect(read.errors.map(({ row, column: at, value: cell }) => [row, at, cell])).toEqual(
    value === undefined ? [[2, column, text]] : [],
  )
})

test('pictures are found by their file names, also in archives, without folders and macOS metadata', async () => {
  const picture = new Uint8Array([1, 2, 3])
  const zip = archive({
    '../../etc/Hake.JPG': picture,
    '__MACOSX/._Hake.JPG': picture,
    'notes.txt': picture,
    'deep/er/cod.png': picture,
  })
  const { pictures, leftOut } = await readPictures([
    new File([picture], 'Octopus.webp'),
    new File([picture], 'list.csv'),
    new File([zip], 'pictures.zip'),
    new File([picture], 'broken.zip'),
  ])
  expect([...pictures.keys()].sort()).toEqual(['cod.png', 'hake.jpg', 'octopus.webp'])
  expect(pictures.get('hake.jpg')?.type).toBe('image/jpeg')
  expect(leftOut).toEqual([
    { name: 'list.csv', reason: 'format' },
    { name: 'notes.txt', reason: 'format' },
    { name: 'broken.zip', reason: 'archive' },
  ])
})

test('a picture above the upload limit is not unpacked, and one of a phone is named', async () => {
  const files = { 'bomb.png': new Uint8Array(13 * 1024 * 1024), 'small.png': new Uint8Array(10) }
  const zip = archive({ ...files, 'IMG_1.HEIC': new Uint8Array(10) })
  const { pictures, leftOut } = await readPictures([new File([zip], 'a.zip')])
  expect([...pictures.keys()]).toEqual(['small.png'])
  expect(leftOut).toEqual([
    { name: 'bomb.png', reason: 'too-large' },
    { name: 'img_1.heic', reason: 'format' },
  ])
})

test('pictures that are missing and pictures that are not needed are known; those on the server are neither', () => {
  const rows = [
    'photos/Hake.JPG | hake-side.jpg',
    'cod.png',
    '/images/abc/640.webp',
    'https://shop.example/eel.jpg?v=2',
    '',
  ].map((picture) => ({ picture }))
  const chosen = new Map(['hake.jpg', 'squid.png'].map((name) => [name, new File([], name)]))
  expect(comparePictures(rows, chosen)).toEqual({
    missing: ['hake-side.jpg', 'cod.png'],
    addresses: ['https://shop.example/eel.jpg?v=2'],
    unused: ['squid.png'],
  })
})

test('an article number that comes twice names the other row, whatever its case', async () => {
  const cells = [
    ['DUP-1', 'Hake'],
    ['A2', 'Cod'],
    ['dup-1 ', 'Squid'],
  ]
  const rows = cells.map((each, at) => ({ number: at + 4, cells: each }))
  const read = await readRows({ titles: ['code', 'name'], rows }, ['code', 'trade_name'], { locale: 'en' })
  expect(read.rows.map(({ number }) => number)).toEqual([4, 5])
  expect(read.errors).toMatchObject([
    { row: 6, column: 'code', product: 'dup-1  · Squid', wrong: { values: { other: 4 } } },
  ])
})

test('a row has the fields of the file’s columns and no others', async () => {
  const read = await readRows(
    { titles: [], rows: [{ number: 2, cells: ['A1', '5', 'x'] }] },
    ['code', 'countInStock'],
    {
      locale: 'en',
    },
  )
  expect(read.rows[0]?.row).toEqual({ code: 'A1', countInStock: 5 })
})
