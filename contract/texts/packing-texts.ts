import type { Locale } from '../locales.ts'

type Translated = Exclude<Locale, 'en'>
type Words = Record<Translated, string>

const containers: Record<string, Words> = {
  carton: { fr: 'carton', es: 'caja' },
  'polystyrene box': { fr: 'caisse polystyrène', es: 'caja de poliestireno' },
  bag: { fr: 'sac', es: 'saco' },
  'net bag': { fr: 'filet', es: 'malla' },
  basket: { fr: 'bourriche', es: 'cesta' },
  tray: { fr: 'plateau', es: 'bandeja' },
  crate: { fr: 'cagette', es: 'caja' },
  block: { fr: 'bloc', es: 'bloque' },
}

const phrases: Record<string, Words> = {
  bulk: { fr: 'vrac', es: 'a granel' },
  'reefer container': { fr: 'conteneur frigorifique', es: 'contenedor frigorífico' },
  mantle: { fr: 'manteau', es: 'manto' },
  whole: { fr: 'entier', es: 'entero' },
  gutted: { fr: 'éviscéré', es: 'eviscerado' },
  'gilled and gutted': { fr: 'éviscéré, sans branchies', es: 'eviscerado, sin agallas' },
  tails: { fr: 'queues', es: 'colas' },
  cooked: { fr: 'cuit', es: 'cocido' },
  'cooked clusters': { fr: 'sections cuites', es: 'racimos cocidos' },
  meat: { fr: 'chair', es: 'carne' },
  'roe-on meat': { fr: 'noix avec corail', es: 'carne con coral' },
  fillet: { fr: 'filet', es: 'filete' },
  loin: { fr: 'longe', es: 'lomo' },
  block: { fr: 'bloc', es: 'bloque' },
  frozen: { fr: 'congelé', es: 'congelado' },
  fresh: { fr: 'frais', es: 'fresco' },
  live: { fr: 'vivant', es: 'vivo' },
}

/** `20`, `1.8`, `20-25`, `40/50` */
const amount = String.raw`(\d+(?:\.\d+)?(?:\s?[-–/]\s?\d+(?:\.\d+)?)?)`
const unit = '(kg|g|lb|oz|t|cm|mm)'
const whole = (pattern: string) => new RegExp(`^${pattern}$`, 'i')

/** Each pattern matches a whole text, so that nothing is half translated. `$1…` as in `replace`. */
const patterns: [RegExp, Words][] = [
  [whole(`${amount} ${unit}`), { fr: '$1 $2', es: '$1 $2' }],
  [whole(`${amount} (?:pcs|pieces)/(kg|lb)`), { fr: '$1 pièces/$2', es: '$1 piezas/$2' }],
  [whole(`${amount} ${unit} and up`), { fr: '$1 $2 et plus', es: '$1 $2 o más' }],
  [whole(String.raw`No\. ?(\d+)`), { fr: 'n° $1', es: 'n.º $1' }],
  // grades of the octopus and red shrimp trade (T6, L1) and cuts by their letters are the same in every language
  [whole('([TL]\\d|HOSO|HLSO|H&G|IQF)'), { fr: '$1', es: '$1' }],
  [whole('1 fish per insulated coffin'), { fr: '1 poisson par caisse isotherme', es: '1 pieza por caja isotérmica' }],
]

const packed = whole(String.raw`((?:\d+ x )?\d+(?:\.\d+)?) (kg|g|lb) (${Object.keys(containers).join('|')})`)
const withNote = /^(.+) \(([^()]+)\)$/
/** French and Spanish write `1.8` as `1,8`. */
const decimalComma = (text: string) => text.replace(/(\d)\.(\d)/g, '$1,$2')

function find(table: Record<string, Words>, text: string, locale: Translated): string | undefined {
  const key = text.toLowerCase()
  return Object.hasOwn(table, key) ? table[key]?.[locale] : undefined
}

function translateAll(parts: string[], translateOne: (part: string) => string | undefined): string[] | undefined {
  const translated = parts.map(translateOne)
  return translated.every((part) => part !== undefined) ? translated : undefined
}

function translateText(text: string, locale: Translated): string | undefined {
  const note = withNote.exec(text)
  if (note) {
    const parts = translateAll(note.slice(1), (part) => translateText(part, locale))
    return parts && `${parts[0]} (${parts[1]})`
  }
  const [, content, weightUnit, container = ''] = packed.exec(text) ?? []
  if (content) return `${find(containers, container, locale)} de ${decimalComma(content)} ${weightUnit}`
  const pattern = patterns.find(([match]) => match.test(text))
  if (pattern) return decimalComma(text.replace(pattern[0], pattern[1][locale]))
  if (text.includes(', ')) return translateAll(text.split(', '), (part) => translateText(part, locale))?.join(', ')
  return find(phrases, text, locale)
}

/** Preserves a first capital: `Bulk` is `Vrac`, `whole` is `entier`. Codes (`HOSO`, `No. 3`) stay as they are. */
function matchCapital(source: string, translated: string): string {
  return /^[A-Z][a-z]{2}/.test(source) ? translated.charAt(0).toUpperCase() + translated.slice(1) : translated
}

/** A size grade, packing, presentation or treatment ("20 kg carton") in the reader's language; unchanged where there is no translation. */
export function translatePacking(text: string, locale: Locale): string {
  if (locale === 'en') return text
  const translated = translateText(text.trim(), locale)
  return translated === undefined ? text : matchCapital(text, translated)
}

/** Size grade, packing and weight of a product in the reader's language, on one line; empty where it has none of them. */
export function packingLine(
  { size, packing, weight }: { [field in 'size' | 'packing' | 'weight']?: string | undefined },
  locale: Locale,
): string {
  const texts = [size, packing, weight].flatMap((text) => (text ? [translatePacking(text, locale)] : []))
  // some products say the same in two fields
  return [...new Set(texts)].join(' · ')
}
