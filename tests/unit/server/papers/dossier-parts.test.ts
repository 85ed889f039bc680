// @vitest-environment node
import { expect, it } from 'vitest'
import type { Lot } from '../../../../contract/lots.ts'
import {
  type DossierContent,
  dossierTexts,
  epcisDocument,
  missingText,
} from '../../../../server/papers/dossier-parts.ts'
import { epcisErrors } from '../../../support/epcis.ts'

const cod = 'a0000000-0000-7000-8000-000000000001'
const id = (last: number) => `b0000000-0000-7000-8000-00000000000${last}`
const lot = (over: Partial<Lot> = {}): Lot => ({
  ...{ _id: id(1), code: 'L-1', fishe: cod, vessel: 'Aïda "II"', imo: '9074729', flag: 'SN', gear: 'OTB' },
  ...{ area: '34', subarea: '34.3.1', caughtFrom: '2026-01-02', caughtTo: '2026-01-05', landedAt: 'Dakar' },
  ...{ plant: '012/A', producedOn: '2026-01-06', bestBefore: '2028-01-06', certificate: 'CC/2026/7', note: '' },
  ...{ updated_at: '2026-01-06T10:00:00.000Z', files: [] },
  ...over,
})
const content = (over: Partial<DossierContent> = {}): DossierContent => ({
  ...{ reference: 'Q-0001-0001', at: '2026-02-01T10:00:00.000Z', timeZone: 'Africa/Dakar' },
  address: 'https://quay.example',
  products: new Map([
    [cod, { name: 'Cod', scientific_name: 'Gadus morhua', fao_code: 'COD', hs_code: '030363', origin: 'SN' }],
  ]),
  lots: [lot()],
  packed: {
    ...{ _id: id(2), on: '2026-01-10' },
    lines: [{ fishe: cod, qty: 1, lots: [{ code: 'l-1', cartons: 50, net: 1000, gross: 1050 }] }],
  },
  containers: [
    {
      ...{ _id: id(3), on: '2026-01-12', container: 'CSQU3054383', seal: 'S1', temperature: -20 },
      lines: [
        {
          ...{ fishe: cod, qty: 1 },
          lots: [
            { code: 'L-1', cartons: 40, net: 800.5, gross: 840 },
            { code: 'L-2', cartons: 10, net: 199.5, gross: 210, producedOn: '2026-01-07' },
          ],
        },
      ],
    },
    {
      ...{ _id: id(4), on: '2026-01-13', container: 'MSKU1234565' },
      lines: [{ fishe: cod, qty: 0.25, lots: [{ code: 'L-1', cartons: 12, net: 250.25, gross: 262 }] }],
    },
  ],
  sailed: { _id: id(5), on: '2026-01-14' },
  booked: { vessel: 'Atlantic', voyage: '7W', from: 'Dakar', to: 'Vigo', etd: '2026-01-14', eta: '2026-01-24' },
  numbers: [
    { kind: 'invoice', number: 'INV-2026-0001' },
    { kind: 'health-certificate', number: 'H 1' },
  ],
  missingDocuments: [],
  missingFiles: [],
  ...over,
})
const textOf = (name: string, of = content()) => dossierTexts(of).find((each) => each.name === name)?.text ?? ''
const table = (name: string, of = content()) =>
  textOf(name, of)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
/** The events of a document, as far as a test reads them. */
interface Event {
  type: string
  bizStep: string
  eventTime: string
  ilmd: object
  [member: string]: unknown
}
const eventsOf = (of = content()): Event[] => JSON.parse(textOf('events.jsonld', of)).epcisBody.eventList

it('lists lots by container, and catch data by lot and vessel', () => {
  const lots = table('lots.csv')
  expect(lots).toHaveLength(4)
  expect(lots[1]).toBe(
    'L-1,Cod,CSQU3054383,40,800.5,840,2026-01-06,2028-01-06,"Aïda ""II""",9074729,SN,OTB,34,34.3.1,2026-01-02,2026-01-05,Dakar,012/A,CC/2026/7,',
  )
  // of a lot that is not in the book, what its label has
  expect(lots[2]).toBe(`L-2,Cod,CSQU3054383,10,199.5,210,2026-01-07${','.repeat(13)}`)
  const landings = table('catch.csv')
  expect(landings).toHaveLength(3)
  expect(landings[1]).toBe(
    'CC/2026/7,COD,Gadus morhua,030363,"Aïda ""II""",9074729,SN,OTB,34,34.3.1,2026-01-02,2026-01-05,Dakar,1050.75,012/A,L-1',
  )
  // before anything is loaded, what stands ready
  expect(table('lots.csv', content({ containers: [] }))[1]).toMatch(/^l-1,Cod,,50,1000,1050,/)
})

it.each(['=cmd|x', '+1+1', '-2', '@sum(1)', '\t=1', 'a,=1', '＝1', '"=1"'])(
  'is safe against the formula %j in a spreadsheet',
  (hostile) => {
    const of = content({ lots: [lot({ vessel: hostile, note: hostile, certificate: hostile })] })
    for (const name of ['lots.csv', 'catch.csv'])
      for (const line of table(name, of)) expect(line).not.toMatch(/(^|[,;\t])"*[\s"]*[=+\-@＝＋－＠]/)
  },
)

it('is an EPCIS 2.0 document by the public schema', () => {
  const document = JSON.parse(textOf('events.jsonld'))
  expect(epcisErrors(document)).toEqual([])
  expect(document).toMatchObject({
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', expect.anything()],
    ...{ type: 'EPCISDocument', schemaVersion: '2.0', creationDate: '2026-02-01T10:00:00.000Z' },
  })
  expect(eventsOf().map(({ type, bizStep }) => [type, bizStep])).toEqual([
    ['ObjectEvent', 'commissioning'],
    ['ObjectEvent', 'commissioning'],
    ['ObjectEvent', 'packing'],
    ['AggregationEvent', 'loading'],
    ['AggregationEvent', 'loading'],
    ['ObjectEvent', 'shipping'],
  ])
})

it('names vessel, area, gear and days as the seafood attributes of the standard do', () => {
  const [first] = eventsOf()
  expect(first).toMatchObject({
    eventTime: '2026-01-06T12:00:00+00:00',
    quantityList: [{ epcClass: `https://quay.example/class/${cod}.L-1` }],
    bizLocation: { id: 'https://quay.example/loc/012%2FA' },
  })
  expect(first?.ilmd).toEqual({
    'cbvmda:lotNumber': 'L-1',
    'cbvmda:speciesForFisheryStatisticsPurposesCode': 'COD',
    'cbvmda:speciesForFisheryStatisticsPurposesName': 'Gadus morhua',
    'cbvmda:countryOfOrigin': 'SN',
    'cbvmda:harvestStartDate': '2026-01-02',
    'cbvmda:harvestEndDate': '2026-01-05',
    'cbvmda:unloadingPort': 'Dakar',
    'cbvmda:productionDate': '2026-01-06',
    'cbvmda:bestBeforeDate': '2028-01-06',
    'shop:hsCode': '030363',
    'cbvmda:vesselCatchInformationList': [
      {
        'cbvmda:vesselCatchInformation': {
          'cbvmda:vesselID': '9074729',
          'cbvmda:vesselName': 'Aïda "II"',
          'cbvmda:vesselFlagState': 'SN',
          'cbvmda:catchArea': '34.3.1',
          'cbvmda:fishingGearTypeCode': 'OTB',
        },
      },
    ],
    'cbvmda:certificationList': [
      {
        'cbvmda:certification': {
          'cbvmda:certificationStandard': 'EU catch certificate',
          'cbvmda:certificationIdentification': 'CC/2026/7',
        },
      },
    ],
  })
})

it('puts lots into containers, and containers onto a vessel', () => {
  const events = eventsOf(content({ timeZone: 'Europe/Madrid' }))
  expect(events[3]).toMatchObject({
    ...{ eventTime: '2026-01-12T12:00:00+01:00', eventTimeZoneOffset: '+01:00', eventID: `urn:uuid:${id(3)}` },
    ...{ parentID: 'urn:epc:id:bic:CSQU3054383', action: 'ADD', 'shop:seal': 'S1', 'shop:temperature': '-20' },
    childQuantityList: [
      { epcClass: `https://quay.example/class/${cod}.L-1`, quantity: 800.5, uom: 'KGM' },
      { epcClass: `https://quay.example/class/${cod}.L-2`, quantity: 199.5, uom: 'KGM' },
    ],
    bizTransactionList: [
      { type: 'po', bizTransaction: 'https://quay.example/bt/Q-0001-0001' },
      { type: 'inv', bizTransaction: 'https://quay.example/bt/INV-2026-0001' },
    ],
  })
  expect(events[5]).toMatchObject({
    epcList: ['urn:epc:id:bic:CSQU3054383', 'urn:epc:id:bic:MSKU1234565'],
    ...{
      'shop:vessel': 'Atlantic',
      'shop:voyage': '7W',
      'shop:portOfLoading': 'Dakar',
      'shop:portOfDischarge': 'Vigo',
    },
  })
})

it.each([
  ['without lots', { containers: [{ ...content().containers[0], lines: [{ fishe: cod, qty: 1.001 }] }] }],
  ['not loaded', { containers: [], packed: undefined, sailed: undefined }],
  ['with the worst texts', { lots: [lot({ code: 'ü/?#% <"\\{^`', plant: ' %zz', area: '', vessel: '\u202e' })] }],
  ['in another time zone', { timeZone: 'Asia/Kathmandu' }],
  ['of a shop without an address', { address: 'https://shop.invalid' }],
] as [string, Partial<DossierContent>][])('stays within the schema %s', (_name, over) => {
  const of = content(over)
  expect(epcisErrors(epcisDocument(of))).toEqual([])
  expect(epcisErrors(JSON.parse(textOf('events.jsonld', of)))).toEqual([])
})

it('finds a document that is none', () => {
  const document = JSON.parse(textOf('events.jsonld'))
  document.epcisBody.eventList[0].bizStep = 'fishing'
  expect(epcisErrors(document)).not.toEqual([])
})

it('says what is missing, in the language of the reader', () => {
  const full = content({
    containers: content().containers.slice(1),
    packed: undefined,
  })
  expect(missingText(full, 'en')).toBe('Nothing is missing.\r\n')
  const lacking = content({
    products: new Map([[cod, { name: 'Cod', scientific_name: '', fao_code: '', hs_code: '030363', origin: '' }]]),
    containers: [
      ...content().containers,
      { _id: id(6), on: '2026-01-13', container: 'TGHU0000006', lines: [{ fishe: cod, qty: 1 }] },
    ],
    missingDocuments: ['catch-certificate', 'bill-of-lading'],
    missingFiles: ['scan.pdf'],
  })
  expect(missingText(lacking, 'en').trimEnd().split('\r\n')).toEqual([
    'Cod: Scientific name, FAO code',
    'Without lots: Cod (TGHU0000006)',
    'Lot L-2: vessel, flag, gear, FAO area, days of the catch, landing, plant, best-before day, catch certificate',
    'Required document: Catch certificate',
    'Required document: Bill of lading',
    'File that is not here: scan.pdf',
  ])
  expect(missingText(lacking, 'fr')).toContain('Document exigé\u202f: Connaissement')
  expect(missingText(content({ containers: [] }), 'es')).toContain('No se ha notificado ninguna carga')
})
