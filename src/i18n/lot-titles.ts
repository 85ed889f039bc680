import { inEach, type Locale } from '../../contract/locales.ts'
import type { faoAreas, LotInput } from '../../contract/lots.ts'

type Titles = Record<Locale, string>

/** The titles of a lot's form and spreadsheet; a file in any of the languages can be read. */
export const lotTitles: Record<keyof LotInput, Titles> = {
  code: inEach('Lot code', 'Code du lot', 'Código del lote'),
  fishe: inEach('Product', 'Produit', 'Producto'),
  vessel: inEach('Vessel', 'Navire', 'Buque'),
  imo: inEach('IMO number', 'Numéro OMI', 'Número OMI'),
  flag: inEach('Flag', 'Pavillon', 'Pabellón'),
  gear: inEach('Fishing gear', 'Engin de pêche', 'Arte de pesca'),
  area: inEach('FAO area', 'Zone FAO', 'Zona FAO'),
  subarea: inEach('Subarea or division', 'Sous-zone ou division', 'Subzona o división'),
  caughtFrom: inEach('Caught from', 'Capturé du', 'Capturado desde'),
  caughtTo: inEach('Caught until', 'Capturé jusqu’au', 'Capturado hasta'),
  landedAt: inEach('Landed (port or day)', 'Débarqué (port ou jour)', 'Desembarcado (puerto o día)'),
  plant: inEach('Approval number of the plant', 'Numéro d’agrément de l’usine', 'Número de autorización de la planta'),
  producedOn: inEach('Production day', 'Jour de production', 'Día de producción'),
  bestBefore: inEach('Best before', 'À consommer de préférence avant', 'Consumo preferente antes del'),
  certificate: inEach('Catch certificate', 'Certificat de capture', 'Certificado de captura'),
  note: inEach('Note', 'Remarque', 'Nota'),
}
// the keys are those of the table
export const lotFields = Object.keys(lotTitles) as (keyof LotInput)[]
export const lotDays = ['caughtFrom', 'caughtTo', 'producedOn', 'bestBefore'] as const
/** Without these, no paper can be made of a lot. */
export const neededOfLot = ['code', 'fishe', 'area', 'caughtFrom', 'plant', 'producedOn', 'bestBefore'] as const

type Area = (typeof faoAreas)[number]
const inland = (en: string, fr: string, es: string) =>
  inEach(`${en}, inland waters`, `${fr}, eaux continentales`, `${es}, aguas continentales`)

/** The major fishing areas as FAO names them. */
export const areaNames: Record<Area, Titles> = {
  '01': inland('Africa', 'Afrique', 'África'),
  '02': inland('North America', 'Amérique du Nord', 'América del Norte'),
  '03': inland('South America', 'Amérique du Sud', 'América del Sur'),
  '04': inland('Asia', 'Asie', 'Asia'),
  '05': inland('Europe', 'Europe', 'Europa'),
  '06': inland('Oceania', 'Océanie', 'Oceanía'),
  '07': inland('Former USSR', 'Ex-URSS', 'Antigua URSS'),
  '08': inland('Antarctica', 'Antarctique', 'Antártida'),
  '18': inEach('Arctic Sea', 'Mer Arctique', 'Mar Ártico'),
  '21': inEach('Atlantic, northwest', 'Atlantique, nord-ouest', 'Atlántico, noroeste'),
  '27': inEach('Atlantic, northeast', 'Atlantique, nord-est', 'Atlántico, nordeste'),
  '31': inEach('Atlantic, western central', 'Atlantique, centre-ouest', 'Atlántico, centro-occidental'),
  '34': inEach('Atlantic, eastern central', 'Atlantique, centre-est', 'Atlántico, centro-oriental'),
  '37': inEach('Mediterranean and Black Sea', 'Méditerranée et mer Noire', 'Mediterráneo y mar Negro'),
  '41': inEach('Atlantic, southwest', 'Atlantique, sud-ouest', 'Atlántico, sudoccidental'),
  '47': inEach('Atlantic, southeast', 'Atlantique, sud-est', 'Atlántico, sudoriental'),
  '48': inEach('Atlantic, Antarctic', 'Atlantique, Antarctique', 'Atlántico, Antártico'),
  '51': inEach('Indian Ocean, western', 'Océan Indien, ouest', 'Océano Índico, occidental'),
  '57': inEach('Indian Ocean, eastern', 'Océan Indien, est', 'Océano Índico, oriental'),
  '58': inEach('Indian Ocean, Antarctic', 'Océan Indien, Antarctique', 'Océano Índico, Antártico'),
  '61': inEach('Pacific, northwest', 'Pacifique, nord-ouest', 'Pacífico, noroeste'),
  '67': inEach('Pacific, northeast', 'Pacifique, nord-est', 'Pacífico, nordeste'),
  '71': inEach('Pacific, western central', 'Pacifique, centre-ouest', 'Pacífico, centro-occidental'),
  '77': inEach('Pacific, eastern central', 'Pacifique, centre-est', 'Pacífico, centro-oriental'),
  '81': inEach('Pacific, southwest', 'Pacifique, sud-ouest', 'Pacífico, sudoccidental'),
  '87': inEach('Pacific, southeast', 'Pacifique, sud-est', 'Pacífico, sudoriental'),
  '88': inEach('Pacific, Antarctic', 'Pacifique, Antarctique', 'Pacífico, Antártico'),
}
