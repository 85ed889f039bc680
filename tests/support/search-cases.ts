import type { SortKey, StockFilter } from '../../contract/catalogue-query.ts'
import type { FacetChoice } from '../../contract/facets.ts'
import type { Searchable } from '../../contract/fish-search.ts'
import type { FishType } from '../../contract/fishes.ts'
import { eachText } from './product-with.ts'

export type SearchedFish = Omit<Searchable, '_id'>

const fish = (names: [en: string, fr: string, es: string], more: Partial<SearchedFish> = {}): SearchedFish => ({
  ...eachText('Actinopterygii'),
  trade_name: names[0],
  trade_name_fr: names[1],
  trade_name_es: names[2],
  category: 'Gadidae',
  type: 'fish',
  ...more,
})

/** Oldest first. */
export const searchedFishes: SearchedFish[] = [
  fish(['Cod', 'Morue', 'Bacalao'], { scientific_name: 'Gadus morhua', fao_code: 'COD' }),
  fish(['Cod liver', 'Foie de morue', 'Hígado de bacalao']),
  fish(['Atlantic cod', 'Morue de l’Atlantique (cabillaud)', 'Bacalao del Atlántico']),
  fish(['Codling', 'Moruette', 'Bacaladilla']),
  fish(['Pollock', 'Lieu', 'Abadejo'], { fao_code: 'POC', category: 'Codidae' }),
  fish(['Sablefish (black cod)', 'Morue charbonnière', 'Bacalao negro']),
  fish(['Salt_fish 100% cured', 'Poisson salé', 'Pescado salado']),
  fish(['Back\\slash bream', "L'omble d'or", 'Sargo']),
  fish(['Blåhval røye', 'Œuf de lump', 'Corégone à la crème'], { category: 'Straße' }),
  fish(['Octopus', 'Pieuvre (poulpe commun)', 'Pulpo común'], { type: 'seafood', category: 'Octopodidae' }),
  fish(['Sea urchin', 'Oursin', 'Erizo de mar'], { type: 'seafood', category: 'Parechinidae' }),
  fish(['Big-eye tuna', 'Thon obèse', 'Patudo'], { code: 'TU-0815', treatment: 'IQF', origin: 'FAO 51' }),
  fish(['鮪 maguro 🐟', 'Thon', 'Atún']),
]

export interface SearchCase {
  keyword: string
  type?: FishType
  /** English names in their order */
  finds: string[]
}

/** What a search finds, for the server's SQL on both databases and for the catalogue that is saved on the phone. */
export const searchCases: SearchCase[] = [
  // exact name, prefix of a name, prefix of a word, inside of a name, also called so, the rest; then by name
  { keyword: 'cod', finds: ['Cod', 'Cod liver', 'Codling', 'Atlantic cod', 'Sablefish (black cod)', 'Pollock'] },
  { keyword: 'COD', finds: ['Cod', 'Cod liver', 'Codling', 'Atlantic cod', 'Sablefish (black cod)', 'Pollock'] },
  { keyword: '  cod   liver ', finds: ['Cod liver'] },
  { keyword: 'liver cod', finds: ['Cod liver'] },
  { keyword: 'morue', finds: ['Cod', 'Atlantic cod', 'Codling', 'Sablefish (black cod)', 'Cod liver'] },
  { keyword: 'higado', finds: ['Cod liver'] },
  { keyword: 'HÍGADO', finds: ['Cod liver'] },
  { keyword: 'morhua', finds: ['Cod'] },
  { keyword: 'poc', finds: ['Pollock'] },
  { keyword: 'cabillaud', finds: ['Atlantic cod', 'Cod', 'Cod liver', 'Sablefish (black cod)'] },
  { keyword: 'atlantique', finds: ['Atlantic cod'] },
  { keyword: '%', finds: ['Salt_fish 100% cured'] },
  { keyword: '100%', finds: ['Salt_fish 100% cured'] },
  { keyword: '_', finds: ['Salt_fish 100% cured'] },
  { keyword: 'salt_fish', finds: ['Salt_fish 100% cured'] },
  { keyword: 'c_d', finds: [] },
  { keyword: '\\', finds: ['Back\\slash bream'] },
  { keyword: 'back\\slash', finds: ['Back\\slash bream'] },
  { keyword: "'", finds: ['Back\\slash bream'] },
  { keyword: "l'omble", finds: ['Back\\slash bream'] },
  { keyword: 'roye', finds: ['Blåhval røye'] },
  { keyword: 'blahval', finds: ['Blåhval røye'] },
  { keyword: 'oeuf', finds: ['Blåhval røye'] },
  { keyword: 'œuf', finds: ['Blåhval røye'] },
  { keyword: 'strasse', finds: ['Blåhval røye'] },
  { keyword: 'coregone a', finds: ['Blåhval røye'] },
  { keyword: 'tuna', finds: ['Big-eye tuna', '鮪 maguro 🐟'] },
  { keyword: 'eye', finds: ['Big-eye tuna'] },
  { keyword: 'tu-08', finds: ['Big-eye tuna'] },
  { keyword: 'fao 51 iqf', finds: ['Big-eye tuna'] },
  { keyword: 'thon', finds: ['鮪 maguro 🐟', 'Big-eye tuna'] },
  { keyword: '鮪', finds: ['鮪 maguro 🐟'] },
  { keyword: '🐟', finds: ['鮪 maguro 🐟'] },
  { keyword: 'c', type: 'seafood', finds: ['Octopus', 'Sea urchin'] },
  { keyword: 'oc', finds: ['Octopus', 'Pollock'] },
  { keyword: '|cod|', finds: ['Cod', 'Cod liver', 'Codling', 'Atlantic cod', 'Sablefish (black cod)', 'Pollock'] },
  { keyword: 'cod', type: 'seafood', finds: [] },
  { keyword: 'no such thing', finds: [] },
  // each word once, none that is part of another, and no more than eight
  { keyword: 'o oc o octo oct oc', finds: ['Octopus'] },
  { keyword: 'a '.repeat(50), type: 'seafood', finds: ['Sea urchin', 'Octopus'] },
  { keyword: 's e a u r c h i zzz', type: 'seafood', finds: ['Sea urchin'] },
  { keyword: 's e a u r c h zzz', type: 'seafood', finds: [] },
  { keyword: 'gadidae actinopterygii thon', finds: ['Big-eye tuna', '鮪 maguro 🐟'] },
  { keyword: ' ', type: 'seafood', finds: ['Sea urchin', 'Octopus'] },
  {
    keyword: '',
    finds: searchedFishes.map((one) => one.trade_name).reverse(),
  },
]

/** Products whose names are in one language or several, for searches with slips. Oldest first. */
export const forgivenFishes: SearchedFish[] = [
  fish(['Common octopus', 'Pieuvre (poulpe commun)', 'Pulpo común'], { type: 'seafood', category: 'Octopodidae' }),
  fish(['Flowers', 'Poulpe fleur', 'Flores'], { type: 'seafood', category: 'Octopodidae' }),
  fish(['Frozen octopus', 'Frozen octopus', 'Frozen octopus'], { type: 'seafood', category: 'Octopodidae' }),
  fish(['Moscardini', 'Moscardini', 'Moscardini'], { scientific_name: 'Octopus salutii', type: 'seafood' }),
  fish(['Curled elédone', 'Élédone', 'Pulpito'], { type: 'seafood', category: 'Octopodidae' }),
  fish(['European hake', 'Merlu européen', 'Merluza europea'], { scientific_name: 'Merluccius merluccius' }),
  fish(['European pilchard', 'Sardine commune', 'Sardina europea'], { code: 'PIL-100', packing: '20 kg carton' }),
  fish(['Sardinas en aceite', 'Sardines à l’huile', 'Sardinas en aceite'], { code: 'PIL-101' }),
  fish(['Cod', 'Morue', 'Bacalao'], { scientific_name: 'Gadus morhua' }),
]

const octopuses = ['Common octopus', 'Flowers', 'Frozen octopus', 'Moscardini']
/** Those first that are named so. */
const named = ['Common octopus', 'Frozen octopus', 'Flowers', 'Moscardini']

export const forgivenCases: (SearchCase & { nearest?: string[] })[] = [
  // one kind of goods in three languages, in the order of what the names say
  { keyword: 'octopus', finds: named },
  { keyword: 'poulpe', finds: ['Flowers', 'Common octopus', 'Frozen octopus', 'Moscardini'] },
  { keyword: 'pulpo', finds: octopuses },
  { keyword: 'pieuvre', finds: octopuses },
  { keyword: 'Pulpos', finds: octopuses },
  // what only the family says comes last
  { keyword: 'octopod', finds: ['Common octopus', 'Curled elédone', 'Flowers', 'Frozen octopus'] },
  // slips
  { keyword: 'octopuss', finds: named },
  { keyword: 'octpus', finds: named },
  { keyword: 'otcopus', finds: named },
  { keyword: 'merlusa', finds: ['European hake'] },
  { keyword: 'merluz', finds: ['European hake'] },
  { keyword: 'hakke', finds: ['European hake'] },
  { keyword: 'bacallao', finds: ['Cod'] },
  { keyword: 'frozn octopuss', finds: ['Frozen octopus'] },
  // as it was typed comes first
  { keyword: 'sardinas', finds: ['Sardinas en aceite', 'European pilchard'] },
  { keyword: 'sardina', finds: ['European pilchard', 'Sardinas en aceite'] },
  // numbers and short words are right or wrong
  { keyword: 'pil-101', finds: ['Sardinas en aceite'] },
  { keyword: 'pil-102', finds: [] },
  { keyword: 'dod', finds: [] },
  // nothing found: what has most of the words, or begins alike
  { keyword: 'octopus fillet', finds: [], nearest: named },
  { keyword: 'frozen hake', finds: [], nearest: ['Frozen octopus', 'European hake'] },
  { keyword: 'merluzzetti', finds: [], nearest: ['European hake'] },
  { keyword: 'hake', type: 'seafood', finds: [] },
  { keyword: 'qwertz', finds: [] },
]

interface ListCase {
  query: FacetChoice & { keyword?: string; type?: FishType; stock?: StockFilter; sort?: SortKey }
  /** places among `listedFishes` */
  finds: number[]
}

const stocks = [0, 3, 4.999, 5, 80, 0, 2, 12, 0.5, 80, 0, 7, 1]
const codes = ['b-2', 'A-1', '', 'C-3', 'a-0', 'é', '', 'Z', '10', '9', 'B-1', 'TU-0815', '']
const treatments = ['frozen', 'IQF', 'fresh', '']
const origins = ['FAO 27', 'fao  27', 'FAO 34']
/** The same products with a stock, an article number and facts that filters are made of. */
export const listedFishes = searchedFishes.map((one, at) => ({
  ...one,
  countInStock: stocks[at] ?? 0,
  code: codes[at] ?? '',
  treatment: treatments[at % 4] ?? '',
  origin: origins[at % 3] ?? '',
}))
/** Lists with a filter or an order, on the server and from the saved catalogue. */
export const listCases: ListCase[] = [
  { query: { stock: 'none' }, finds: [10, 5, 0] },
  { query: { stock: 'low' }, finds: [12, 8, 6, 2, 1] },
  { query: { stock: 'low', sort: 'stock' }, finds: [8, 12, 6, 1, 2] },
  { query: { stock: 'none', sort: 'name' }, finds: [0, 5, 10] },
  { query: { stock: 'none', type: 'seafood' }, finds: [10] },
  { query: { sort: 'stock-down', type: 'seafood' }, finds: [9, 10] },
  { query: { sort: 'code' }, finds: [8, 9, 4, 1, 10, 0, 3, 11, 7, 5, 12, 6, 2] },
  { query: { keyword: 'cod', stock: 'low' }, finds: [1, 2] },
  { query: { keyword: 'cod', sort: 'stock' }, finds: [5, 0, 1, 2, 3, 4] },
  { query: { keyword: 'cod', stock: 'none', sort: 'name' }, finds: [0, 5] },
  { query: { state: 'frozen' }, finds: [12, 9, 8, 5, 4, 1, 0] },
  { query: { state: 'frozen', inStock: '1', sort: 'stock' }, finds: [8, 12, 1, 9, 4] },
  { query: { state: 'fresh', type: 'seafood' }, finds: [10] },
  { query: { origin: 'FAO 27', stock: 'low' }, finds: [12, 6, 1] },
  { query: { keyword: 'cod', origin: 'fao 34' }, finds: [2, 5] },
  { query: { size: 'none such' }, finds: [] },
]
