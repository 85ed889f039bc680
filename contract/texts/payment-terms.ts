import { inEach, type Locale } from '../locales.ts'
import { type BalanceKind, hasDays, type Offer } from '../offers.ts'
import { depositDays } from '../shipment/dues.ts'

/* The terms of payment and claims of an offer in words: for screens, the printed offer and papers. */

/** The terms with their labels, in the order in which they are shown. */
export const paymentTerms = {
  deposit: inEach('Deposit', 'Acompte', 'Anticipo'),
  balance: inEach('Balance', 'Solde', 'Saldo'),
  claimDays: inEach('Claims', 'Réclamations', 'Reclamaciones'),
}
export type PaymentTerm = keyof typeof paymentTerms
// the keys are those of the table
export const paymentTermNames = Object.keys(paymentTerms) as PaymentTerm[]

/** `{n}`: the days of the kinds that have some. */
const balances: Record<BalanceKind, Record<Locale, string>> = {
  'before-loading': inEach('before loading', 'avant le chargement', 'antes de la carga'),
  'against-documents': inEach('against documents', 'contre documents', 'contra documentos'),
  'days-after-loading': inEach('{n} after loading', '{n} après le chargement', '{n} después de la carga'),
  'days-after-arrival': inEach('{n} after arrival', '{n} après l’arrivée', '{n} después de la llegada'),
}
const atOnce: Partial<Record<BalanceKind, Record<Locale, string>>> = {
  'days-after-loading': inEach('on loading', 'au chargement', 'a la carga'),
  'days-after-arrival': inEach('on arrival', 'à l’arrivée', 'a la llegada'),
}
const deposit = inEach(
  '{share}\u00a0% within {n} of the agreement',
  '{share}\u00a0% dans les {n} suivant l’accord',
  '{share}\u00a0% en los {n} siguientes al acuerdo',
)
const claims = inEach(
  'possible until {n} after receipt',
  'possibles jusqu’à {n} après la réception',
  'posibles hasta {n} después de la recepción',
)

const daysText = (days: number, language: Locale) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)

/** When a balance is due. `days` counts where its kind has some. */
export function balanceText({ kind, days = 0 }: NonNullable<Offer['balance']>, language: Locale): string {
  const words = (hasDays(kind) && days === 0 && atOnce[kind]) || balances[kind]
  return words[language].replace('{n}', daysText(days, language))
}

/** A term of an offer in words; undefined where the offer does not have it. */
export function paymentTermText(
  term: PaymentTerm,
  offer: Pick<Offer, 'deposit' | 'balance' | 'claimDays'>,
  language: Locale,
): string | undefined {
  if (term === 'balance') return offer.balance && balanceText(offer.balance, language)
  const { claimDays, deposit: share } = offer
  if (term === 'claimDays')
    return claimDays ? claims[language].replace('{n}', daysText(claimDays, language)) : undefined
  if (!share) return undefined
  const percent = new Intl.NumberFormat(language).format(share)
  return deposit[language].replace('{share}', percent).replace('{n}', daysText(depositDays, language))
}
