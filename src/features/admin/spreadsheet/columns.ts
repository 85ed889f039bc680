import type { FishImportRow } from '../../../../contract/fish-import.ts'
import type { FishType } from '../../../../contract/fishes.ts'
import { type Locale, locales } from '../../../../contract/locales.ts'

/** The product fields that a spreadsheet can contain; `picture` is a file name. */
export type ColumnName = keyof FishImportRow | 'picture'

/**
 * The titles of the columns. They are part of the file format: a file in any of the three languages can be read,
 * whatever the language of the app.
 */
export const columnTitles: Record<ColumnName, Record<Locale, string>> = {
  code: { en: 'Article number', fr: 'Référence article', es: 'Referencia' },
  trade_name: { en: 'Trade name', fr: 'Nom commercial', es: 'Nombre comercial' },
  trade_name_fr: {
    en: 'Trade name (French)',
    fr: 'Nom commercial (français)',
    es: 'Nombre comercial (francés)',
  },
  trade_name_es: {
    en: 'Trade name (Spanish)',
    fr: 'Nom commercial (espagnol)',
    es: 'Nombre comercial (español)',
  },
  scientific_name: { en: 'Scientific name', fr: 'Nom scientifique', es: 'Nombre científico' },
  fao_code: { en: 'FAO code', fr: 'Code FAO', es: 'Código FAO' },
  type: { en: 'Type', fr: 'Type', es: 'Tipo' },
  category: { en: 'Family', fr: 'Famille', es: 'Familia' },
  classe: { en: 'Class', fr: 'Classe', es: 'Clase' },
  countInStock: { en: 'Stock (t)', fr: 'Stock (t)', es: 'Existencias (t)' },
  size: { en: 'Size', fr: 'Calibre', es: 'Calibre' },
  weight: { en: 'Weight', fr: 'Poids', es: 'Peso' },
  presentation: { en: 'Presentation', fr: 'Présentation', es: 'Presentación' },
  treatment: { en: 'Treatment', fr: 'Traitement', es: 'Tratamiento' },
  glazing: { en: 'Glazing (%)', fr: 'Glazurage (%)', es: 'Glaseado (%)' },
  origin: { en: 'Origin', fr: 'Origine', es: 'Origen' },
  packing: { en: 'Packing', fr: 'Conditionnement', es: 'Embalaje' },
  certificates: { en: 'Certificates', fr: 'Certificats', es: 'Certificados' },
  picture: { en: 'Picture', fr: 'Image', es: 'Imagen' },
  _id: { en: 'ID', fr: 'ID', es: 'ID' },
}
// its keys are all column names
export const columnNames = Object.keys(columnTitles) as ColumnName[]

/** The words that are read as a type. */
const typeWords: Record<FishType, readonly string[]> = {
  fish: ['fish', 'poisson', 'poissons', 'pescado', 'pescados', 'pez'],
  seafood: ['seafood', 'fruits de mer', 'fruit de mer', 'marisco', 'mariscos'],
}

/** Letters and digits only, in lower case and without accents, so that 'Stock (t)' and 'stock t' are equal. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

const byTitle = new Map(
  columnNames.flatMap((name) =>
    [name, ...locales.map((locale) => columnTitles[name][locale])].map((title) => [plain(title), name] as const),
  ),
)

/** The field of each column, found by its title. Each field is used once. */
export function matchColumns(titles: readonly string[]): (ColumnName | undefined)[] {
  const used = new Set<ColumnName>()
  return titles.map((title) => {
    const name = byTitle.get(plain(title))
    if (!name || used.has(name)) return undefined
    used.add(name)
    return name
  })
}

export function readType(text: string): FishType | undefined {
  const word = plain(text)
  const types = ['fish', 'seafood'] as const
  return types.find((type) => typeWords[type].some((each) => plain(each) === word))
}
