import { expect, test } from 'vitest'
import type { Locale } from '../../../../contract/locales.ts'
import type { Offer } from '../../../../contract/offers.ts'
import { paymentTermNames, paymentTerms, paymentTermText } from '../../../../contract/texts/payment-terms.ts'

type Terms = Pick<Offer, 'deposit' | 'balance' | 'claimDays'>
const wordsOf = (terms: Terms, language: Locale) =>
  paymentTermNames.flatMap((name) => {
    const text = paymentTermText(name, terms, language)
    return text === undefined ? [] : [`${paymentTerms[name][language]}: ${text.replaceAll(/\s/g, ' ')}`]
  })

test('the terms of payment and claims in the languages of papers', () => {
  const all: Terms = { deposit: 30, balance: { kind: 'days-after-arrival', days: 14 }, claimDays: 5 }
  expect(wordsOf(all, 'en')).toEqual([
    'Deposit: 30 % within 7 days of the agreement',
    'Balance: 14 days after arrival',
    'Claims: possible until 5 days after receipt',
  ])
  expect(wordsOf({ ...all, deposit: 12.5 }, 'fr')).toEqual([
    'Acompte: 12,5 % dans les 7 jours suivant l’accord',
    'Solde: 14 jours après l’arrivée',
    'Réclamations: possibles jusqu’à 5 jours après la réception',
  ])
  expect(wordsOf({ balance: { kind: 'days-after-loading', days: 1 }, claimDays: 1 }, 'es')).toEqual([
    'Saldo: 1 día después de la carga',
    'Reclamaciones: posibles hasta 1 día después de la recepción',
  ])
})

test('an offer without them has none, and no days are none', () => {
  expect(wordsOf({}, 'en')).toEqual([])
  expect(wordsOf({ deposit: 0, balance: { kind: 'days-after-loading', days: 0 } }, 'en')).toEqual([
    'Balance: on loading',
  ])
  expect(wordsOf({ balance: { kind: 'against-documents' } }, 'fr')).toEqual(['Solde: contre documents'])
})
