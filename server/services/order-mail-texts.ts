import type { EventKind } from '../../contract/event-kinds.ts'
import type { Locale } from '../../contract/locales.ts'

/** Events that are mailed to the shop's desk. */
export type DeskNews = 'request' | Extract<EventKind, 'accept' | 'decline' | 'cancel' | 'message'>
/** Events that are mailed to the buyer. */
export type BuyerNews = Extract<EventKind, 'offer' | 'withdraw' | 'close' | 'message'>

interface Texts {
  /** subjects, after the reference; without prices */
  desk: Record<DeskNews, string>
  buyer: Record<BuyerNews, string>
  hello: (name: string) => string
  from: (name: string, country: string) => string
  validUntil: (day: string) => string
  /** before the link to the order */
  link: string
}

/** A day as each language writes it. */
export function dayText(day: string, language: Locale): string {
  const [year, month, date] = day.split('-')
  if (language === 'en')
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
  return `${date}/${month}/${year}`
}

export const mailTexts: Record<Locale, Texts> = {
  en: {
    desk: {
      request: 'New request for a quote',
      accept: 'Offer accepted',
      decline: 'Offer declined',
      cancel: 'Request cancelled',
      message: 'New message from the buyer',
    },
    buyer: {
      offer: 'Our offer is ready',
      withdraw: 'Our offer was withdrawn',
      close: 'We cannot make an offer',
      message: 'New message',
    },
    hello: (name) => `Hello ${name},`,
    from: (name, country) => `From ${name}, ${country}`,
    validUntil: (day) => `The offer is valid until ${day}.`,
    link: 'Read and answer here:',
  },
  fr: {
    desk: {
      request: 'Nouvelle demande de devis',
      accept: 'Offre acceptée',
      decline: 'Offre refusée',
      cancel: 'Demande annulée',
      message: 'Nouveau message de l’acheteur',
    },
    buyer: {
      offer: 'Notre offre est prête',
      withdraw: 'Notre offre a été retirée',
      close: 'Nous ne pouvons pas vous faire d’offre',
      message: 'Nouveau message',
    },
    hello: (name) => `Bonjour ${name},`,
    from: (name, country) => `De ${name}, ${country}`,
    validUntil: (day) => `L’offre est valable jusqu’au ${day}.`,
    link: 'Pour lire et répondre\u202f:',
  },
  es: {
    desk: {
      request: 'Nueva solicitud de presupuesto',
      accept: 'Oferta aceptada',
      decline: 'Oferta rechazada',
      cancel: 'Solicitud anulada',
      message: 'Nuevo mensaje del comprador',
    },
    buyer: {
      offer: 'Nuestra oferta está lista',
      withdraw: 'Hemos retirado nuestra oferta',
      close: 'No podemos hacerle una oferta',
      message: 'Nuevo mensaje',
    },
    hello: (name) => `Hola, ${name}:`,
    from: (name, country) => `De ${name}, ${country}`,
    validUntil: (day) => `La oferta es válida hasta el ${day}.`,
    link: 'Para leer y responder:',
  },
}
