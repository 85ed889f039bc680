import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { locales } from '../../../../../../contract/locales.ts'
import { columnNames, columnTitles, matchColumns } from '../../../../../../src/features/admin/spreadsheet/columns.ts'
import { catalogueCsv, catalogueXlsx } from '../../../../../../src/features/admin/spreadsheet/export-catalogue.ts'
import { readPictures } from '../../../../../../src/features/admin/spreadsheet/pictures.ts'
import { readRows } from '../../../../../../src/features/admin/spreadsheet/read-rows.ts'
import { decodeText, readTable, tableLimits } from '../../../../../../src/features/admin/spreadsheet/read-table.ts'
import { fish } from '../../../../../support/fishes.ts'

const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'list.csv') => new File([text], name, { type: 'text/csv' })
async function tableOf(file: File) {
  const reading = await readTable(file)
  if (reading.kind !== 'table') throw new Error(reading.kind)
  return reading.table
}
const archive = (files: Record<string, Uint8Array>) => Uint8Array.from(zipSync(files))

const octopus = fish({
  code: '=1+1',
  trade_name_es: 'Pulpo, "común"',
  countInStock: 1.234,
  glazing: 12.5,
  treatment: 'IQF;-20',
  packing: '@ 10 kg',
})
const plain = fish({ _id: '0190a1b2-0000-7000-8000-0000000000f2', trade_name: 'Hake', countInStock: 60, type: 'fish' })

test.each(locales.flatMap((locale) => [`csv ${locale}`, `xlsx ${locale}`]))(
  'products exported as %s are read back unchanged',
  async (how) => {
    const [kind, name] = how.split(' ')
    const locale = locales.find((each) => each === name) ?? 'en'
    const made = kind === 'csv' ? catalogueCsv([octopus, plain], locale) : await catalogueXlsx([octopus, plain], locale)
    const table = await tableOf(new File([made], `catalogue.${kind}`))
    const columns = matchColumns(table.titles)
    expect(columns).toEqual(columnNames)
    const { rows, errors } = readRows(table, columns, locale)
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

test('columns are found once each by their titles, in three languages and any order', () => {
  expect(matchColumns(['STOCK T', 'nom commercial', 'Nombre comercial', 'trade_name_fr', 'Colour', ''])).toEqual([
    'countInStock',
    'trade_name',
    undefined,
    'trade_name_fr',
    undefined,
    undefined,
  ])
  for (const name of columnNames)
    for (const locale of locales) expect(matchColumns([columnTitles[name][locale]])).toEqual([name])
})

test.each([
  ['UTF-8', Uint8Array.from(strToU8('Référence'))],
  ['UTF-8 with a byte order mark', Uint8Array.from(strToU8('\uFEFFRéférence'))],
  ['UTF-16', Uint8Array.from(Buffer.from('\uFEFFRéférence', 'utf16le'))],
  ['Windows', Uint8Array.from(Buffer.from('Référence', 'latin1'))],
])('a text in %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Référence')
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
  ['a picture', new File([new Uint8Array([0xff, 0xd8, 0, 0])], 'list.jpg'), 'unreadable'],
  ['an old workbook', new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'list.xls'), 'unreadable'],
  ['a broken archive', new File([strToU8('PK\u0003\u0004 nothing').slice()], 'list.xlsx'), 'unreadable'],
  ['an archive of something else', new File([archive({ 'a.txt': strToU8('a') })], 'list.xlsx'), 'unreadable'],
  ['titles alone', csv('code,trade name\r\n'), 'empty'],
  ['nothing', csv(''), 'empty'],
  ['200,000 rows', csv(`code\n${'A\n'.repeat(200_000)}`), 'too-many-rows'],
  ['a large file', new File([new Uint8Array(tableLimits.bytes + 1)], 'list.csv'), 'too-large'],
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
  ['countInStock', '12.5', 12.5],
  ['countInStock', '', undefined],
  ['countInStock', 'much', undefined],
  ['countInStock', '-1', undefined],
  ['countInStock', '1.234', undefined],
  ['glazing', '10 %', 10],
  ['glazing', '101', undefined],
  ['type', 'Fruits de mer', 'seafood'],
  ['type', 'PESCADO', 'fish'],
  ['type', 'bird', undefined],
  ['fao_code', 'oct', 'OCT'],
])('in Spanish %s “%s” is read as %s', (column, text, value) => {
  const name = columnNames.find((each) => each === column)
  const read = readRows({ titles: [column], rows: [{ number: 2, cells: [text] }] }, [name], 'es')
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
  const { pictures, unreadable } = await readPictures([
    new File([picture], 'Octopus.webp'),
    new File([picture], 'list.csv'),
    new File([zip], 'pictures.zip'),
    new File([picture], 'broken.zip'),
  ])
  expect([...pictures.keys()].sort()).toEqual(['cod.png', 'hake.jpg', 'octopus.webp'])
  expect(pictures.get('hake.jpg')?.type).toBe('image/jpeg')
  expect(unreadable).toEqual(['broken.zip'])
})

test('a picture above the upload limit is not unpacked', async () => {
  const zip = archive({ 'bomb.png': new Uint8Array(13 * 1024 * 1024), 'small.png': new Uint8Array(10) })
  expect([...(await readPictures([new File([zip], 'a.zip')])).pictures.keys()]).toEqual(['small.png'])
})
