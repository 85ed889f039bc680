import type { Locale } from '../../contract/locales.ts'
import type { KindOf } from '../../contract/order-events.ts'
import type { toldSteps } from '../../contract/shipment/milestones.ts'

/** Events that are mailed to the shop's desk. */
export type DeskNews = 'request' | KindOf<'buyer'>
/** What is mailed to the buyer: events, and that an offer expires. */
export type BuyerNews =
  | 'request'
  | 'endsTomorrow'
  | 'endsToday'
  | Exclude<KindOf<'shop'>, 'milestone' | 'correct'>
  | 'message'
  | (typeof toldSteps)[number]

interface Texts {
  /** subjects, after the reference; without prices */
  desk: Record<DeskNews, string>
  buyer: Record<BuyerNews, string>
  from: (name: string, country: string) => string
  total: (amount: string) => string
  validUntil: (day: string) => string
  ship: (vessel: string, from: string, to: string) => string
  etd: (day: string) => string
  eta: (day: string) => string
  container: (number: string) => string
  /** what follows a request */
  next: string
  /** before the link to the order */
  link: string
  /** before the buyer's words */
  said: string
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
      request: 'We have received your request',
      offer: 'Our offer is ready',
      endsTomorrow: 'Our offer expires tomorrow',
      endsToday: 'Our offer expires today',
      withdraw: 'Our offer was withdrawn',
      close: 'We cannot make an offer',
      message: 'New message',
      booked: 'Your goods have a place on a ship',
      loaded: 'Your goods are loaded',
      sailed: 'Your goods have sailed',
      arrived: 'Your goods have arrived',
    },
    from: (name, country) => `From ${name}, ${country}`,
    total: (amount) => `Total: ${amount}`,
    validUntil: (day) => `The offer is valid until ${day}.`,
    ship: (vessel, from, to) => `Vessel: ${vessel}, from ${from} to ${to}`,
    etd: (day) => `Expected to sail: ${day}`,
    eta: (day) => `Expected to arrive: ${day}`,
    container: (number) => `Container: ${number}`,
    next: 'We will answer with an offer, and write to you when it is ready.',
    link: 'Read and answer here:',
    said: 'The buyer writes:',
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
      request: 'Nous avons bien reçu votre demande',
      offer: 'Notre offre est prête',
      endsTomorrow: 'Notre offre expire demain',
      endsToday: 'Notre offre expire aujourd’hui',
      withdraw: 'Notre offre a été retirée',
      close: 'Nous ne pouvons pas vous faire d’offre',
      message: 'Nouveau message',
      booked: 'Votre marchandise a une place à bord',
      loaded: 'Votre marchandise est chargée',
      sailed: 'Votre marchandise est en mer',
      arrived: 'Votre marchandise est arrivée',
    },
    from: (name, country) => `De ${name}, ${country}`,
    total: (amount) => `Total\u202f: ${amount}`,
    validUntil: (day) => `L’offre est valable jusqu’au ${day}.`,
    ship: (vessel, from, to) => `Navire\u202f: ${vessel}, de ${from} à ${to}`,
    etd: (day) => `Départ prévu\u202f: ${day}`,
    eta: (day) => `Arrivée prévue\u202f: ${day}`,
    container: (number) => `Conteneur\u202f: ${number}`,
    next: 'Nous vous répondrons par une offre et vous écrirons dès qu’elle sera prête.',
    link: 'Lire et répondre\u202f:',
    said: 'L’acheteur écrit\u202f:',
  },
  es: {
    desk: {
      request: 'Nueva solicitud de cotización',
      accept: 'Oferta aceptada',
      decline: 'Oferta rechazada',
      cancel: 'Solicitud anulada',
      message: 'Nuevo mensaje del comprador',
    },
    buyer: {
      request: 'Hemos recibido su solicitud',
      offer: 'Nuestra oferta está lista',
      endsTomorrow: 'Nuestra oferta vence mañana',
      endsToday: 'Nuestra oferta vence hoy',
      withdraw: 'Hemos retirado nuestra oferta',
      close: 'No podemos hacerle una oferta',
      message: 'Nuevo mensaje',
      booked: 'Su mercancía tiene plaza a bordo',
      loaded: 'Su mercancía está cargada',
      sailed: 'Su mercancía ha zarpado',
      arrived: 'Su mercancía ha llegado',
    },
    from: (name, country) => `De ${name}, ${country}`,
    total: (amount) => `Total: ${amount}`,
    validUntil: (day) => `La oferta es válida hasta el ${day}.`,
    ship: (vessel, from, to) => `Buque: ${vessel}, de ${from} a ${to}`,
    etd: (day) => `Salida prevista: ${day}`,
    eta: (day) => `Llegada prevista: ${day}`,
    container: (number) => `Contenedor: ${number}`,
    next: 'Le responderemos con una oferta y le escribiremos cuando esté lista.',
    link: 'Leer y responder:',
    said: 'El comprador escribe:',
  },
}
