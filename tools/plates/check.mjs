/** `node check.mjs`: checks that the catalogue and the drawings agree; exits with 1 if not. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { loadSpecies } from './src/species.mjs'

const LIMIT = 12 * 1024
const REQUIRED = [
  'slug',
  'trade_name',
  'trade_name_fr',
  'trade_name_es',
  'scientific_name',
  'classe',
  'category',
  'type',
  'image',
  'size',
  'weight',
  'countInStock',
]
const HEADINGS = { fish: { fresh: '0302', frozen: '0303' }, Malacostraca: '0306', Echinoidea: '0308', mollusc: '0307' }
const FISH_CLASSES = ['Actinopterygii', 'Elasmobranchii']

const catalogue = JSON.parse(readFileSync(new URL('../../server/demo/catalogue.json', import.meta.url), 'utf8'))
const species = loadSpecies()
const faults = []
const expect = (holds, slug, fault) => holds || faults.push(`${slug}: ${fault}`)

for (const item of catalogue) {
  const { slug } = item
  for (const field of REQUIRED) expect(item[field] !== undefined && item[field] !== '', slug, `no ${field}`)
  expect(slug === item.scientific_name.toLowerCase().replace(' ', '-'), slug, 'slug is not the scientific name')
  expect(
    item.type === (FISH_CLASSES.includes(item.classe) ? 'fish' : 'seafood'),
    slug,
    `type ${item.type} does not suit ${item.classe}`,
  )
  expect(/idae$/.test(item.category), slug, `${item.category} is no family name`)
  expect(item.fao_code === undefined || /^[A-Z]{3}$/.test(item.fao_code), slug, 'malformed FAO code')
  expect(
    (item.production === 'wild') === Boolean(item.fao_area),
    slug,
    'a catch area belongs to wild species, and only to them',
  )
  const heading = item.type === 'fish' ? HEADINGS.fish[item.conservation] : (HEADINGS[item.classe] ?? HEADINGS.mollusc)
  expect(item.hs_heading === heading, slug, `heading ${item.hs_heading}, expected ${heading}`)
  expect(!item.hs_code || item.hs_code.startsWith(`${item.hs_heading}.`), slug, 'HS code outside its heading')
  expect(species.has(slug), slug, 'nothing to draw it with')
  const picture = new URL(`svg/${item.image}`, import.meta.url)
  expect(existsSync(picture), slug, 'no picture')
  if (existsSync(picture)) expect(statSync(picture).size <= LIMIT, slug, `picture of ${statSync(picture).size} bytes`)
}
for (const field of ['slug', 'fao_code', 'image']) {
  const values = catalogue.map((item) => item[field]).filter(Boolean)
  expect(new Set(values).size === values.length, 'catalogue', `${field} is not unique`)
}
for (const slug of species.keys())
  expect(
    catalogue.some((item) => item.slug === slug),
    slug,
    'drawn, but not in the catalogue',
  )

console.log(faults.length ? faults.join('\n') : `${catalogue.length} products, all drawn`)
process.exitCode = faults.length ? 1 : 0
