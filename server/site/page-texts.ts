import { readFileSync } from 'node:fs'
import { inEach, type Locale, locales } from '../../contract/locales.ts'

const own = {
  open: inEach('Ask for a quote', 'Demander un devis', 'Solicitar cotización'),
  missingProduct: inEach('This product is not here', 'Produit introuvable', 'Producto no encontrado'),
  missingPage: inEach('This page is not here', 'Page introuvable', 'Página no encontrada'),
  missingText: inEach(
    'It may have been deleted, or the link is incomplete.',
    'Le contenu a peut-être été supprimé, ou le lien est incomplet.',
    'Puede que se haya eliminado o que el enlace esté incompleto.',
  ),
  away: inEach(
    'The shop is busy. Please try again in a moment.',
    'La boutique est très sollicitée. Veuillez réessayer dans un instant.',
    'La tienda está muy ocupada. Inténtelo de nuevo en un momento.',
  ),
  accepted: inEach('This offer was accepted.', 'Cette offre a été acceptée.', 'Esta oferta fue aceptada.'),
  answerHere: inEach('Answer this offer', 'Répondre à cette offre', 'Responder a esta oferta'),
  yourName: inEach('Your name', 'Votre nom', 'Su nombre'),
  yourCompany: inEach('Company (optional)', 'Société (facultatif)', 'Empresa (opcional)'),
  yourNote: inEach('Note (optional)', 'Remarque (facultatif)', 'Nota (opcional)'),
  nameMissing: inEach('Please enter your name.', 'Veuillez indiquer votre nom.', 'Indique su nombre.'),
  accept: inEach('Accept offer', 'Accepter l’offre', 'Aceptar la oferta'),
  decline: inEach('Decline', 'Refuser', 'Rechazar'),
  once: inEach(
    'Your answer is final and binds you as if you had signed it. Nothing is charged here.',
    'Votre réponse est définitive et vous engage comme une signature. Rien n’est débité ici.',
    'Su respuesta es definitiva y le compromete como una firma. Aquí no se cobra nada.',
  ),
  gotAnswer: inEach('Thank you', 'Merci', 'Gracias'),
  gotAnswerText: inEach(
    'The shop has your answer and will be in touch.',
    'La boutique a bien reçu votre réponse et vous contactera.',
    'La tienda tiene su respuesta y se pondrá en contacto con usted.',
  ),
  goneOn: inEach('This offer has changed', 'Cette offre a changé', 'Esta oferta ha cambiado'),
  goneOnText: inEach(
    'Nothing was accepted. Please open the link again and read the offer as it is now.',
    'Rien n’a été accepté. Rouvrez le lien et lisez l’offre actuelle.',
    'No se ha aceptado nada. Abra de nuevo el enlace y lea la oferta actual.',
  ),
  answeredText: inEach(
    'It was answered already, or the offer is no longer valid. Please ask the person who sent the link.',
    'On y a déjà répondu, ou l’offre a expiré. Adressez-vous à la personne qui vous a envoyé le lien.',
    'Ya se respondió o la oferta ya no es válida. Consulte a quien le envió el enlace.',
  ),
  unknown: inEach('This link does not work', 'Ce lien ne fonctionne pas', 'Este enlace no funciona'),
  unknownText: inEach(
    'It is incomplete, or it was revoked. Please ask the person who sent it for a new one.',
    'Il est incomplet ou a été révoqué. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    'Está incompleto o fue revocado. Pida uno nuevo a quien se lo envió.',
  ),
  ended: inEach('This link has ended', 'Ce lien n’est plus valable', 'Este enlace ha caducado'),
  endedText: inEach(
    'The offer is no longer valid. Please ask the person who sent the link.',
    'L’offre a expiré. Adressez-vous à la personne qui vous a envoyé le lien.',
    'La oferta ya no es válida. Consulte a quien le envió el enlace.',
  ),
  noOffer: inEach('There is no offer now', 'Aucune offre pour le moment', 'Ahora no hay ninguna oferta'),
  noOfferText: inEach(
    'It was withdrawn or declined. A new offer will be shown here.',
    'Elle a été retirée ou refusée. Une nouvelle offre s’affichera ici.',
    'Fue retirada o rechazada. Si hay una nueva, se mostrará aquí.',
  ),
  tooMany: inEach('Please wait a little', 'Veuillez patienter', 'Espere un momento'),
  tooManyText: inEach(
    'Too many links were tried from your network. Please try again in an hour.',
    'Trop de liens ont été essayés depuis votre réseau. Veuillez réessayer dans une heure.',
    'Se han probado demasiados enlaces desde su red. Inténtelo de nuevo dentro de una hora.',
  ),
}

/** Words of the app, by their messages, so that each is translated once. */
const messages = {
  products: 'Products',
  fish: 'Fish',
  seafood: 'Seafood',
  all: 'All',
  categories: 'Categories',
  search: 'Search',
  searchProducts: 'Search products',
  pages: 'Pagination',
  page: 'Page {at}',
  previous: 'Previous page',
  next: 'Next page',
  languages: 'Language',
  price: 'Price',
  inStock: 'In stock',
  outOfStock: 'Out of stock',
  request: 'An order is a request for a quote: no price is fixed and nothing is charged.',
  none: 'There are no products yet.',
  nothing: 'Nothing found for “{keyword}”',
  rated: 'Rated {value} of 5',
  review: '1 review',
  reviews: '{count} reviews',
  prices: 'Prices of this offer',
  print: 'Print',
  terms: 'Terms and conditions',
  privacy: 'Privacy',
  imprint: 'Imprint',
}

/** The translations in the app's catalogue of a language, by message. */
function readCatalogue(locale: Locale): Map<string, string> {
  try {
    const text = readFileSync(new URL(`../../src/locales/${locale}.po`, import.meta.url), 'utf8')
    const entries = text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm)
    // each line of an entry is a string as in JSON
    const join = (lines = '') => [...lines.matchAll(/^".*"$/gm)].map(([line]) => JSON.parse(line) as string).join('')
    return new Map([...entries].map(([, id, translated]) => [join(id), join(translated)]))
  } catch (error) {
    // without the cause, whose code would be read as a fault of the data folder
    throw new Error(`The server needs the app's messages in src/locales: ${String(error)}`)
  }
}

function textsIn(locale: Locale) {
  const catalogue = readCatalogue(locale)
  const words = Object.entries(messages).map(([name, message]) => {
    const translated = catalogue.get(message)
    // pages write it into their HTML as it is
    if (!translated || /[<>&"]/.test(translated))
      throw new Error(`src/locales/${locale}.po has no plain translation of "${message}".`)
    return [name, translated]
  })
  const ours = Object.entries(own).map(([name, each]) => [name, each[locale]])
  // the keys are those of the tables
  return Object.fromEntries([...ours, ...words]) as Record<keyof typeof own | keyof typeof messages, string>
}

const texts = Object.fromEntries(locales.map((locale) => [locale, textsIn(locale)]))

// the keys are all locales
export const pageTexts = (locale: Locale) => texts[locale] as ReturnType<typeof textsIn>

/** With a value in place of the only placeholder. */
export const fill = (text: string, value: string | number) => text.replace(/\{\w+\}/, () => String(value))
