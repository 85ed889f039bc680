import { inEach, type Locale } from '../../contract/locales.ts'
import type { KindOf } from '../../contract/order-events.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import type { toldSteps } from '../../contract/shipment/milestones.ts'

/** Events that are mailed to the shop's desk. */
export type DeskNews = 'request' | 'unanswered' | 'paid' | 'overdue' | KindOf<'buyer'>
/** What is mailed to the buyer: events, and that an offer expires. */
export type BuyerNews =
  | 'request'
  | 'endsTomorrow'
  | 'endsToday'
  | 'reminder'
  | 'paid'
  | 'overdue'
  | Exclude<KindOf<'shop'>, 'milestone' | 'correct'>
  | 'message'
  | (typeof toldSteps)[number]

export type Each = Record<Locale, string>

const overdue = inEach('A payment is overdue', 'Un paiement est en retard', 'Un pago está vencido')

/** Subjects, after the reference; without prices. */
export const deskSubjects: Record<DeskNews, Each> = {
  overdue,
  paid: inEach('The buyer reports a payment', 'L’acheteur annonce un paiement', 'El comprador informa de un pago'),
  request: inEach('New request for a quote', 'Nouvelle demande de devis', 'Nueva solicitud de cotización'),
  unanswered: inEach(
    'This request has no answer yet',
    'Cette demande est toujours sans réponse',
    'Esta solicitud sigue sin respuesta',
  ),
  counter: inEach('The buyer suggests prices', 'L’acheteur propose des prix', 'El comprador propone precios'),
  retract: inEach('Suggestion taken back', 'Proposition retirée', 'Propuesta retirada'),
  accept: inEach('Offer accepted', 'Offre acceptée', 'Oferta aceptada'),
  decline: inEach('Offer declined', 'Offre refusée', 'Oferta rechazada'),
  cancel: inEach('Request cancelled', 'Demande annulée', 'Solicitud anulada'),
  claim: inEach('The buyer makes a claim', 'L’acheteur fait une réclamation', 'El comprador hace una reclamación'),
  message: inEach('New message from the buyer', 'Nouveau message de l’acheteur', 'Nuevo mensaje del comprador'),
}
export const buyerSubjects: Record<BuyerNews, Each> = {
  overdue,
  paid: inEach('We have received your payment', 'Nous avons bien reçu votre paiement', 'Hemos recibido su pago'),
  request: inEach('We have received your request', 'Nous avons bien reçu votre demande', 'Hemos recibido su solicitud'),
  offer: inEach('Our offer is ready', 'Notre offre est prête', 'Nuestra oferta está lista'),
  endsTomorrow: inEach('Our offer expires tomorrow', 'Notre offre expire demain', 'Nuestra oferta vence mañana'),
  endsToday: inEach('Our offer expires today', 'Notre offre expire aujourd’hui', 'Nuestra oferta vence hoy'),
  reminder: inEach(
    'Our offer awaits your answer',
    'Notre offre attend votre réponse',
    'Nuestra oferta espera su respuesta',
  ),
  agree: inEach('We agree to your prices', 'Nous acceptons vos prix', 'Aceptamos sus precios'),
  withdraw: inEach('Our offer was withdrawn', 'Notre offre a été retirée', 'Hemos retirado nuestra oferta'),
  close: inEach('We cannot make an offer', 'Nous ne pouvons pas vous faire d’offre', 'No podemos hacerle una oferta'),
  settle: inEach('Our answer to your claim', 'Notre réponse à votre réclamation', 'Nuestra respuesta a su reclamación'),
  document: inEach('A document of your order', 'Un document de votre commande', 'Un documento de su pedido'),
  message: inEach('New message', 'Nouveau message', 'Nuevo mensaje'),
  booked: inEach(
    'Your goods have a place on a ship',
    'Votre marchandise a une place à bord',
    'Su mercancía tiene plaza a bordo',
  ),
  loaded: inEach('Your goods are loaded', 'Votre marchandise est chargée', 'Su mercancía está cargada'),
  sailed: inEach('Your goods have sailed', 'Votre marchandise est en mer', 'Su mercancía ha zarpado'),
  arrived: inEach('Your goods have arrived', 'Votre marchandise est arrivée', 'Su mercancía ha llegado'),
}
const { total, vessel, container, deposit, balance } = paperTexts
export const words = {
  ...{ total, vessel, container, deposit, balance },
  from: inEach('From', 'De', 'De'),
  validUntil: inEach('The offer is valid until', 'L’offre est valable jusqu’au', 'La oferta es válida hasta el'),
  standsUntil: inEach('The prices stand until', 'Les prix sont valables jusqu’au', 'Los precios son válidos hasta el'),
  route: inEach(['from', 'to'], ['de', 'à'], ['de', 'a']),
  etd: inEach('Expected to sail', 'Départ prévu', 'Salida prevista'),
  eta: inEach('Expected to arrive', 'Arrivée prévue', 'Llegada prevista'),
  credit: inEach('Credit', 'Avoir', 'Abono'),
  paidOn: inEach('Paid on', 'Payé le', 'Pagado el'),
  dueOn: inEach('Due on', 'Échéance', 'Vencimiento'),
  afterRequest: inEach(
    'We will answer with an offer, and write to you when it is ready.',
    'Nous vous répondrons par une offre et vous écrirons dès qu’elle sera prête.',
    'Le responderemos con una oferta y le escribiremos cuando esté lista.',
  ),
  link: inEach('Read and answer here:', 'Lire et répondre\u202f:', 'Leer y responder:'),
  buyerWrites: inEach('The buyer writes:', 'L’acheteur écrit\u202f:', 'El comprador escribe:'),
}
