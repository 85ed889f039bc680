import { readFileSync } from 'node:fs'
import { type Locale, locales } from '../../contract/locales.ts'
import { type Incoterm, incoterms } from '../../contract/offers.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import type { LegalPage } from '../../contract/shop.ts'

const own = {
  en: {
    open: 'Ask for a quote',
    missing: 'This product is not here',
    missingPage: 'This page is not here',
    missingText: 'It may have been deleted, or the link is incomplete.',
    away: 'The shop is busy. Please try again in a moment.',
  },
  fr: {
    open: 'Demander un devis',
    missing: 'Produit introuvable',
    missingPage: 'Page introuvable',
    missingText: 'Le contenu a peut-être été supprimé, ou le lien est incomplet.',
    away: 'La boutique est très sollicitée. Veuillez réessayer dans un instant.',
  },
  es: {
    open: 'Solicitar cotización',
    missing: 'Producto no encontrado',
    missingPage: 'Página no encontrada',
    missingText: 'Puede que se haya eliminado o que el enlace esté incompleto.',
    away: 'La tienda está muy ocupada. Inténtelo de nuevo en un momento.',
  },
}

const ownOfOffers = {
  en: {
    offer: (number: number) => `Offer ${number}`,
    accepted: 'This offer was accepted.',
    unknown: {
      title: 'This link does not work',
      text: 'It is incomplete, or it was revoked. Please ask the person who sent it for a new one.',
    },
    ended: {
      title: 'This link has ended',
      text: 'The offer is no longer valid. Please ask the person who sent the link.',
    },
    none: { title: 'There is no offer now', text: 'It was withdrawn or declined. A new offer will be shown here.' },
    tooMany: {
      title: 'Please wait a little',
      text: 'Too many links were tried from your network. Please try again in an hour.',
    },
  },
  fr: {
    offer: (number: number) => `Offre ${number}`,
    accepted: 'Cette offre a été acceptée.',
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est incomplet ou a été révoqué. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    ended: {
      title: 'Ce lien n’est plus valable',
      text: 'L’offre a expiré. Adressez-vous à la personne qui vous a envoyé le lien.',
    },
    none: {
      title: 'Aucune offre pour le moment',
      text: 'Elle a été retirée ou refusée. Une nouvelle offre s’affichera ici.',
    },
    tooMany: {
      title: 'Veuillez patienter',
      text: 'Trop de liens ont été essayés depuis votre réseau. Veuillez réessayer dans une heure.',
    },
  },
  es: {
    offer: (number: number) => `Oferta ${number}`,
    accepted: 'Esta oferta fue aceptada.',
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Está incompleto o fue revocado. Pida uno nuevo a quien se lo envió.',
    },
    ended: {
      title: 'Este enlace ha caducado',
      text: 'La oferta ya no es válida. Consulte a quien le envió el enlace.',
    },
    none: {
      title: 'Ahora no hay ninguna oferta',
      text: 'Fue retirada o rechazada. Si hay una nueva, se mostrará aquí.',
    },
    tooMany: {
      title: 'Espere un momento',
      text: 'Se han probado demasiados enlaces desde su red. Inténtelo de nuevo dentro de una hora.',
    },
  },
}

/** The app's catalogue in this language: a message by its English text. Throws where the app does not have it. */
function readMessages(locale: Locale): (message: string) => string {
  const text = readFileSync(new URL(`../../src/locales/${locale}.po`, import.meta.url), 'utf8')
  const entries = text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm)
  // each line of an entry is a string as in JSON
  const join = (lines = '') => [...lines.matchAll(/^".*"$/gm)].map(([line]) => JSON.parse(line) as string).join('')
  const messages = new Map([...entries].map(([, id, translated]) => [join(id), join(translated)]))
  return (message) => {
    const translated = messages.get(message)
    // pages write it into their HTML as it is
    if (!translated || /[<>&"]/.test(translated))
      throw new Error(`src/locales/${locale}.po has no plain translation of "${message}".`)
    return translated
  }
}

/** With a value in place of the only placeholder. */
const filled = (text: string) => (value: string | number) => text.replace(/\{\w+\}/, () => String(value))

const incotermNames: Record<Incoterm, string> = {
  EXW: 'Ex Works',
  FCA: 'Free Carrier',
  FAS: 'Free Alongside Ship',
  FOB: 'Free On Board',
  CFR: 'Cost and Freight',
  CIF: 'Cost, Insurance and Freight',
  CPT: 'Carriage Paid To',
  CIP: 'Carriage and Insurance Paid To',
  DAP: 'Delivered at Place',
  DPU: 'Delivered at Place Unloaded',
  DDP: 'Delivered Duty Paid',
}

function textsIn(locale: Locale) {
  const word = readMessages(locale)
  const [oneReview, reviews] = [word('1 review'), filled(word('{count} reviews'))]
  const legal: Record<LegalPage, string> = {
    terms: word('Terms and conditions'),
    privacy: word('Privacy'),
    imprint: word('Imprint'),
  }
  const page = {
    ...own[locale],
    products: word('Products'),
    fish: word('Fish'),
    seafood: word('Seafood'),
    all: word('All'),
    categories: word('Categories'),
    search: word('Search'),
    searchProducts: word('Search products'),
    pages: word('Pagination'),
    previous: word('Previous page'),
    next: word('Next page'),
    languages: word('Language'),
    price: word('Price'),
    inStock: word('In stock'),
    outOfStock: word('Out of stock'),
    request: word('An order is a request for a quote: no price is fixed and nothing is charged.'),
    none: word('There are no products yet.'),
    rated: filled(word('Rated {value} of 5')),
    reviews: (count: number) => (count === 1 ? oneReview : reviews(count)),
    nothing: filled(word('Nothing found for “{keyword}”')),
    page: filled(word('Page {at}')),
  }
  // an offer's words are those of papers, of the app, and its own
  const offer = {
    ...paperTexts[locale],
    ...ownOfOffers[locale],
    request: word('For the request'),
    billedTo: word('Billed to'),
    validUntil: word('Valid until'),
    readyFrom: word('Ready from'),
    prices: word('Prices of this offer'),
    notAvailable: word('Not available'),
    note: word('Note'),
    print: word('Print'),
    incoterms: Object.fromEntries(incoterms.map((term) => [term, word(incotermNames[term])])),
  }
  return { legal, page, offer }
}

const texts = Object.fromEntries(locales.map((locale) => [locale, textsIn(locale)])) as Record<
  Locale,
  ReturnType<typeof textsIn>
>

/** The words of pages in a language: of the app where it has them, so that each is translated once. */
export const pageTexts = (locale: Locale) => texts[locale]
