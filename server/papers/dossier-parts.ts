import { colonIn, inEach, type Locale } from '../../contract/locales.ts'
import type { Lot, LotWeight } from '../../contract/lots.ts'
import { lotKey, sumKilograms } from '../../contract/lots.ts'
import { isDay } from '../../contract/offers.ts'
import { productFields } from '../../contract/product-fields.ts'
import type { DocumentKind } from '../../contract/shipment/claims.ts'
import type { Booked, Loaded, LoadedLine } from '../../contract/shipment/milestones.ts'
import { type CellValue, csvText } from '../../contract/texts/csv.ts'
import { documentNames } from '../../contract/texts/goods-words.ts'

/* The texts of a dossier, from what was read of an order: lists of lots, catch data, EPCIS events, and what is missing. */

export type DossierProduct = Record<'name' | 'scientific_name' | 'fao_code' | 'hs_code' | 'origin', string>

interface Reported {
  /** of the milestone */
  _id: string
  /** the day on which it happened */
  on: string
}

export interface DossierContent {
  reference: string
  /** when the dossier was made (ISO 8601) */
  at: string
  /** IANA */
  timeZone: string
  /** of the shop, without a slash at its end: identifiers begin with it */
  address: string
  /** by their ids */
  products: ReadonlyMap<string, DossierProduct>
  /** the lots that the shipment names */
  lots: readonly Lot[]
  packed?: (Reported & { lines: readonly LoadedLine[] }) | undefined
  containers: readonly (Reported & Loaded)[]
  sailed?: Reported | undefined
  booked?: Booked | undefined
  /** documents and invoices that are here and have a number */
  numbers: readonly { kind: DocumentKind; number: string }[]
  missingDocuments: readonly DocumentKind[]
  /** names of files that have not arrived, or whose bytes are lost */
  missingFiles: readonly string[]
}

interface LotRow {
  fishe: string
  product: DossierProduct
  container: string
  weight: LotWeight
  lot: Partial<Lot>
}

const noProduct: DossierProduct = { name: '', scientific_name: '', fao_code: '', hs_code: '', origin: '' }

/** The lots that were loaded; where nothing is, those that stand ready. */
function lotRows({ products, lots, packed, containers }: DossierContent): LotRow[] {
  const book = new Map(lots.map((lot) => [lotKey(lot.code), lot]))
  const loads = containers.length > 0 ? containers : packed ? [{ container: '', lines: packed.lines }] : []
  return loads.flatMap(({ container, lines }) =>
    lines.flatMap(({ fishe, lots = [] }) =>
      lots.map((weight) => {
        const { producedOn = '', bestBefore = '' } = weight
        const lot = book.get(lotKey(weight.code)) ?? { producedOn, bestBefore }
        return { fishe, product: products.get(fishe) ?? noProduct, container, weight, lot }
      }),
    ),
  )
}

/** The rows of each lot together. */
const byLot = (rows: readonly LotRow[]) => [...Map.groupBy(rows, ({ weight }) => lotKey(weight.code)).values()]
const day = (text = ''): CellValue => (isDay(text) ? { day: text } : text)

/** Brokers' systems read these titles, so that they are English for everybody. */
function lotsCsv(content: DossierContent): string {
  const titles = [
    ...['lot', 'product', 'container', 'cartons', 'net_kg', 'gross_kg', 'produced_on', 'best_before', 'vessel', 'imo'],
    ...['flag', 'gear', 'fao_area', 'subarea', 'caught_from', 'caught_to', 'landed', 'plant', 'catch_certificate'],
    'note',
  ]
  const rows = lotRows(content).map(({ product, container, weight, lot }): CellValue[] => [
    ...[weight.code, product.name, container, weight.cartons, weight.net, weight.gross],
    ...[day(lot.producedOn), day(lot.bestBefore), lot.vessel ?? '', lot.imo ?? '', lot.flag ?? '', lot.gear ?? ''],
    ...[lot.area ?? '', lot.subarea ?? '', day(lot.caughtFrom), day(lot.caughtTo), day(lot.landedAt)],
    ...[lot.plant ?? '', lot.certificate ?? '', lot.note ?? ''],
  ])
  return csvText([titles, ...rows])
}

/** What the EU's CATCH asks for, in a line for each lot and its vessel. */
function catchCsv(content: DossierContent): string {
  const titles = [
    ...['catch_certificate', 'species_code', 'species', 'product_hs_code', 'vessel', 'imo', 'flag', 'gear', 'fao_area'],
    ...['subarea', 'caught_from', 'caught_to', 'landed', 'net_kg', 'plant', 'lot'],
  ]
  const rows = byLot(lotRows(content)).map((all): CellValue[] => {
    const [{ product = noProduct, weight, lot = {} } = {}] = all
    return [
      ...[lot.certificate ?? '', product.fao_code, product.scientific_name, product.hs_code],
      ...[lot.vessel ?? '', lot.imo ?? '', lot.flag ?? '', lot.gear ?? '', lot.area ?? '', lot.subarea ?? ''],
      ...[day(lot.caughtFrom), day(lot.caughtTo || lot.caughtFrom), day(lot.landedAt)],
      ...[sumKilograms(all.map((row) => row.weight.net)), lot.plant ?? '', weight?.code ?? ''],
    ]
  })
  return csvText([titles, ...rows])
}

/** Noon of a day by the clock of a time zone, as EPCIS wants it (section 7.4.1): a moment with its distance from UTC, and that distance. */
function noonOf(timeZone: string, on: string) {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(Date.parse(`${on}T12:00:00Z`)).find(({ type }) => type === 'timeZoneName')?.value
  const offset = name?.replace('GMT', '') || '+00:00'
  return { eventTime: `${on}T12:00:00${offset}`, eventTimeZoneOffset: offset }
}

/** Members with a value. */
const filled = (members: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value))

/** Instance and lot master data (CBV 2.0, section 9.4); what the standard has no word for is the shop's. */
function ilmdOf({ product, weight, lot }: LotRow): object {
  const { area = '', subarea = '', landedAt = '' } = lot
  // the standard wants ISO 3166; shops also write `FAO 34`
  const isCountry = /^[A-Z]{2}$/.test(product.origin)
  const vessel = filled({
    'cbvmda:vesselID': lot.imo,
    'cbvmda:vesselName': lot.vessel,
    'cbvmda:vesselFlagState': lot.flag,
    'cbvmda:catchArea': subarea.startsWith(area) && subarea ? subarea : area,
    'cbvmda:fishingGearTypeCode': lot.gear,
  })
  return {
    ...filled({
      // 20 characters are the most there
      'cbvmda:lotNumber': weight.code.length > 20 ? '' : weight.code,
      'cbvmda:speciesForFisheryStatisticsPurposesCode': product.fao_code,
      'cbvmda:speciesForFisheryStatisticsPurposesName': product.scientific_name,
      'cbvmda:countryOfOrigin': isCountry ? product.origin : '',
      'cbvmda:harvestStartDate': lot.caughtFrom,
      'cbvmda:harvestEndDate': lot.caughtTo || lot.caughtFrom,
      'cbvmda:unloadingPort': isDay(landedAt) ? '' : landedAt,
      'cbvmda:productionDate': lot.producedOn,
      'cbvmda:bestBeforeDate': lot.bestBefore,
      'shop:subarea': subarea.startsWith(area) ? '' : subarea,
      'shop:landedOn': isDay(landedAt) ? landedAt : '',
      'shop:origin': isCountry ? '' : product.origin,
      'shop:hsCode': product.hs_code,
    }),
    ...(Object.keys(vessel).length > 0 && {
      'cbvmda:vesselCatchInformationList': [{ 'cbvmda:vesselCatchInformation': vessel }],
    }),
    ...(lot.certificate && {
      'cbvmda:certificationList': [
        {
          'cbvmda:certification': {
            'cbvmda:certificationStandard': 'EU catch certificate',
            'cbvmda:certificationIdentification': lot.certificate,
          },
        },
      ],
    }),
  }
}

/** The types of business transactions (CBV 2.0, section 7.3) that documents are. */
const transactionTypes: Partial<Record<DocumentKind, string>> = { invoice: 'inv', 'bill-of-lading': 'bol' }

/** An EPCIS 2.0 document (JSON-LD): the lots, their packing, the loading of each container, and that it was shipped. Identifiers are the shop's own (CBV 2.0, section 8). */
export function epcisDocument(content: DossierContent): object {
  const { reference, at, timeZone, address, packed, containers, sailed, booked, numbers } = content
  const uri = (kind: 'class' | 'loc' | 'bt', ...parts: string[]) =>
    `${address}/${kind}/${parts.map(encodeURIComponent).join('.')}`
  const classOf = (fishe: string, lot?: string) => (lot === undefined ? uri('class', fishe) : uri('class', fishe, lot))
  const kilograms = (epcClass: string, quantity: number) => ({ epcClass, quantity, uom: 'KGM' })
  const goodsOf = (lines: readonly LoadedLine[]) =>
    lines.flatMap(({ fishe, qty, lots }) =>
      lots
        ? lots.map(({ code, net }) => kilograms(classOf(fishe, code), net))
        : [kilograms(classOf(fishe), sumKilograms([qty * 1000]))],
    )
  const reportOf = ({ _id, on }: Reported) => ({ ...noonOf(timeZone, on), eventID: `urn:uuid:${_id}` })
  const bizTransactionList = [
    { type: 'po', bizTransaction: uri('bt', reference) },
    ...numbers.flatMap(({ kind, number }) => {
      const type = transactionTypes[kind]
      return type ? [{ type, bizTransaction: uri('bt', number) }] : []
    }),
  ]
  const epcOf = ({ container }: Loaded) => `urn:epc:id:bic:${container}`
  const commissioned = byLot(lotRows(content)).flatMap(([row]) => {
    const { producedOn, plant } = row?.lot ?? {}
    if (!row || !producedOn) return []
    return {
      type: 'ObjectEvent',
      ...noonOf(timeZone, producedOn),
      ...{ action: 'ADD', bizStep: 'commissioning', disposition: 'active' },
      ...(plant && { bizLocation: { id: uri('loc', plant) } }),
      quantityList: [{ epcClass: classOf(row.fishe, row.weight.code) }],
      ilmd: ilmdOf(row),
    }
  })
  const packing = packed?.lines.length && {
    type: 'ObjectEvent',
    ...reportOf(packed),
    ...{ action: 'OBSERVE', bizStep: 'packing', disposition: 'in_progress' },
    quantityList: goodsOf(packed.lines),
    bizTransactionList,
  }
  const loading = containers.map((load) => ({
    type: 'AggregationEvent',
    ...reportOf(load),
    ...{ parentID: epcOf(load), childQuantityList: goodsOf(load.lines) },
    ...{ action: 'ADD', bizStep: 'loading', disposition: 'in_progress', bizTransactionList },
    ...filled({ 'shop:seal': load.seal, 'shop:temperature': load.temperature?.toString() }),
  }))
  const shipping = sailed &&
    containers.length > 0 && {
      type: 'ObjectEvent',
      ...reportOf(sailed),
      ...{ epcList: containers.map(epcOf), action: 'OBSERVE', bizStep: 'shipping', disposition: 'in_transit' },
      bizTransactionList,
      ...filled({ 'shop:vessel': booked?.vessel, 'shop:voyage': booked?.voyage }),
      ...filled({ 'shop:portOfLoading': booked?.from, 'shop:portOfDischarge': booked?.to }),
    }
  return {
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', { shop: `${address}/epcis/` }],
    ...{ type: 'EPCISDocument', schemaVersion: '2.0', creationDate: at },
    epcisBody: { eventList: [...commissioned, packing, ...loading, shipping].filter((event) => event) },
  }
}

const sentences = {
  nothing: inEach('Nothing is missing.', 'Rien ne manque.', 'No falta nada.'),
  unloaded: inEach(
    'No loading has been reported: there are no final weights.',
    'Aucun chargement n’a été signalé\u202f: il n’y a pas de poids définitifs.',
    'No se ha notificado ninguna carga: no hay pesos definitivos.',
  ),
  withoutLots: inEach('Without lots', 'Sans lots', 'Sin lotes'),
  lot: inEach('Lot', 'Lot', 'Lote'),
  document: inEach('Required document', 'Document exigé', 'Documento exigido'),
  file: inEach('File that is not here', 'Fichier absent', 'Archivo que no está'),
}

/** What CATCH and a catch certificate ask of every lot; a vessel may have no IMO number, and an area no subarea. */
const lotLabels = {
  vessel: inEach('vessel', 'navire', 'buque'),
  flag: inEach('flag', 'pavillon', 'pabellón'),
  gear: inEach('gear', 'engin de pêche', 'arte de pesca'),
  area: inEach('FAO area', 'zone FAO', 'zona FAO'),
  caughtFrom: inEach('days of the catch', 'jours de capture', 'días de captura'),
  landedAt: inEach('landing', 'débarquement', 'desembarque'),
  plant: inEach('plant', 'établissement', 'establecimiento'),
  producedOn: inEach('production day', 'jour de production', 'día de producción'),
  bestBefore: inEach('best-before day', 'durabilité minimale', 'consumo preferente'),
  certificate: inEach('catch certificate', 'certificat de capture', 'certificado de captura'),
}

/** What cannot be filled, a line each, in the reader's language. */
export function missingText(content: DossierContent, language: Locale): string {
  const { containers, products } = content
  const rows = lotRows(content)
  const about = (word: keyof typeof sentences, text: string) => sentences[word][language] + colonIn(language) + text
  const lacking = (title: string, fields: readonly string[]) =>
    fields.length > 0 ? [title + colonIn(language) + fields.join(', ')] : []
  const names = ['scientific_name', 'fao_code', 'hs_code'] as const
  // the keys are those of the table
  const lotNames = Object.keys(lotLabels) as (keyof typeof lotLabels)[]
  const lines = [
    ...(containers.length === 0 ? [sentences.unloaded[language]] : []),
    ...[...products.values()].flatMap((product) =>
      lacking(
        product.name,
        names.filter((name) => !product[name]).map((name) => productFields[name].label[language]),
      ),
    ),
    ...containers.flatMap(({ container, lines }) =>
      lines
        .filter(({ lots }) => !lots)
        .map(({ fishe }) => about('withoutLots', `${products.get(fishe)?.name ?? fishe} (${container})`)),
    ),
    ...byLot(rows).flatMap(([row]) =>
      lacking(
        `${sentences.lot[language]} ${row?.weight.code}`,
        lotNames.filter((name) => !row?.lot[name]).map((name) => lotLabels[name][language]),
      ),
    ),
    ...content.missingDocuments.map((kind) => about('document', documentNames[kind][language])),
    ...content.missingFiles.map((name) => about('file', name)),
  ]
  return `${(lines.length > 0 ? lines : [sentences.nothing[language]]).join('\r\n')}\r\n`
}

/** The texts of a dossier without what is missing, by their names. */
export const dossierTexts = (content: DossierContent) => [
  { name: 'lots.csv', text: lotsCsv(content) },
  { name: 'catch.csv', text: catchCsv(content) },
  { name: 'events.jsonld', text: JSON.stringify(epcisDocument(content), undefined, 2) },
]
