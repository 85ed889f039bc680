import type { FishType } from '../../contract/fishes.ts'

export interface SearchedFish {
  trade_name: string
  trade_name_fr: string
  trade_name_es: string
  scientific_name?: string
  fao_code?: string
  code?: string
  treatment?: string
  origin?: string
  classe: string
  category: string
  type: FishType
}

const fish = (names: [en: string, fr: string, es: string], more: Partial<SearchedFish> = {}): SearchedFish => ({
  trade_name: names[0],
  trade_name_fr: names[1],
  trade_name_es: names[2],
  classe: 'Actinopterygii',
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
  // exact name, prefix of a name, prefix of a word, the rest; then by name
  { keyword: 'cod', finds: ['Cod', 'Cod liver', 'Codling', 'Atlantic cod', 'Pollock', 'Sablefish (black cod)'] },
  { keyword: 'COD', finds: ['Cod', 'Cod liver', 'Codling', 'Atlantic cod', 'Pollock', 'Sablefish (black cod)'] },
  { keyword: '  cod   liver ', finds: ['Cod liver'] },
  { keyword: 'liver cod', finds: ['Cod liver'] },
  { keyword: 'morue', finds: ['Cod', 'Atlantic cod', 'Codling', 'Sablefish (black cod)', 'Cod liver'] },
  { keyword: 'higado', finds: ['Cod liver'] },
  { keyword: 'HÍGADO', finds: ['Cod liver'] },
  { keyword: 'morhua', finds: ['Cod'] },
  { keyword: 'poc', finds: ['Pollock'] },
  { keyword: 'cabillaud', finds: ['Atlantic cod'] },
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
  { keyword: 'tuna', finds: ['Big-eye tuna'] },
  { keyword: 'eye', finds: ['Big-eye tuna'] },
  { keyword: 'tu-08', finds: ['Big-eye tuna'] },
  { keyword: 'fao 51 iqf', finds: ['Big-eye tuna'] },
  { keyword: 'thon', finds: ['鮪 maguro 🐟', 'Big-eye tuna'] },
  { keyword: '鮪', finds: ['鮪 maguro 🐟'] },
  { keyword: '🐟', finds: ['鮪 maguro 🐟'] },
  { keyword: 'c', type: 'seafood', finds: ['Octopus', 'Sea urchin'] },
  { keyword: 'oc', finds: ['Octopus', 'Pollock'] },
  { keyword: '|cod|', finds: ['Cod', 'Cod liver', 'Codling', 'Atlantic cod', 'Pollock', 'Sablefish (black cod)'] },
  { keyword: 'cod', type: 'seafood', finds: [] },
  { keyword: 'no such thing', finds: [] },
  // each word once, none that is part of another, and no more than eight
  { keyword: 'o oc o octo oct oc', finds: ['Octopus'] },
  { keyword: 'a '.repeat(50), type: 'seafood', finds: ['Octopus', 'Sea urchin'] },
  { keyword: 's e a u r c h i zzz', type: 'seafood', finds: ['Sea urchin'] },
  { keyword: 's e a u r c h zzz', type: 'seafood', finds: [] },
  { keyword: 'gadidae actinopterygii thon', finds: ['Big-eye tuna', '鮪 maguro 🐟'] },
  { keyword: ' ', type: 'seafood', finds: ['Sea urchin', 'Octopus'] },
  {
    keyword: '',
    finds: searchedFishes.map((one) => one.trade_name).reverse(),
  },
]
