import type { Locale } from '../../contract/locales.ts'
import type { Incoterm } from '../../contract/offers.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import type { LegalPage } from '../../contract/shop.ts'

/** Titles of the pages that the law asks for (src/i18n/legal-names.ts). */
export const legalTitles: Record<Locale, Record<LegalPage, string>> = {
  en: { terms: 'Terms and conditions', privacy: 'Privacy', imprint: 'Imprint' },
  fr: { terms: 'Conditions générales', privacy: 'Confidentialité', imprint: 'Mentions légales' },
  es: { terms: 'Condiciones generales', privacy: 'Privacidad', imprint: 'Aviso legal' },
}

const en = {
  products: 'Products',
  fish: 'Fish',
  seafood: 'Seafood',
  all: 'All',
  categories: 'Categories',
  search: 'Search',
  searchProducts: 'Search products',
  pages: 'Pagination',
  previous: 'Previous page',
  next: 'Next page',
  languages: 'Language',
  price: 'Price',
  inStock: 'In stock',
  outOfStock: 'Out of stock',
  request: 'An order is a request for a quote: no price is fixed and nothing is charged.',
  open: 'Ask for a quote',
  none: 'There are no products yet.',
  missing: 'This product is not here',
  missingPage: 'This page is not here',
  missingText: 'It may have been deleted, or the link is incomplete.',
  away: 'The shop is busy. Please try again in a moment.',
  rated: (value: string) => `Rated ${value} of 5`,
  reviews: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
  nothing: (keyword: string) => `Nothing found for “${keyword}”`,
  page: (at: number) => `Page ${at}`,
}

/** The words of the app (src/locales) on the server's own pages. */
export const pageTexts: Record<Locale, typeof en> = {
  en,
  fr: {
    products: 'Produits',
    fish: 'Poissons',
    seafood: 'Fruits de mer',
    all: 'Tous',
    categories: 'Catégories',
    search: 'Rechercher',
    searchProducts: 'Rechercher des produits',
    pages: 'Pagination',
    previous: 'Page précédente',
    next: 'Page suivante',
    languages: 'Langue',
    price: 'Prix',
    inStock: 'En stock',
    outOfStock: 'Rupture de stock',
    request: 'C’est une demande de devis\u202f: aucun prix n’est fixé et rien n’est facturé.',
    open: 'Demander un devis',
    none: 'Il n’y a pas encore de produit.',
    missing: 'Produit introuvable',
    missingPage: 'Page introuvable',
    missingText: 'Le contenu a peut-être été supprimé, ou le lien est incomplet.',
    away: 'La boutique est très sollicitée. Veuillez réessayer dans un instant.',
    rated: (value) => `Note\u202f: ${value} sur 5`,
    reviews: (count) => `${count} avis`,
    nothing: (keyword) => `Aucun résultat pour «\u202f${keyword}\u202f»`,
    page: (at) => `Page ${at}`,
  },
  es: {
    products: 'Productos',
    fish: 'Pescado',
    seafood: 'Marisco',
    all: 'Todos',
    categories: 'Categorías',
    search: 'Buscar',
    searchProducts: 'Buscar productos',
    pages: 'Paginación',
    previous: 'Página anterior',
    next: 'Página siguiente',
    languages: 'Idioma',
    price: 'Precio',
    inStock: 'Disponible',
    outOfStock: 'Agotado',
    request: 'Es una solicitud de cotización: no se fija ningún precio ni se cobra nada.',
    open: 'Solicitar cotización',
    none: 'Aún no hay productos.',
    missing: 'Producto no encontrado',
    missingPage: 'Página no encontrada',
    missingText: 'Puede que se haya eliminado o que el enlace esté incompleto.',
    away: 'La tienda está muy ocupada. Inténtelo de nuevo en un momento.',
    rated: (value) => `Valoración: ${value} de 5`,
    reviews: (count) => (count === 1 ? '1 reseña' : `${count} reseñas`),
    nothing: (keyword) => `Sin resultados para «${keyword}»`,
    page: (at) => `Página ${at}`,
  },
}

const offerEn = {
  offer: (number: number) => `Offer ${number}`,
  request: 'For the request',
  accepted: 'This offer was accepted.',
  billedTo: 'Billed to',
  validUntil: 'Valid until',
  readyFrom: 'Ready from',
  prices: 'Prices of this offer',
  notAvailable: 'Not available',
  note: 'Note',
  print: 'Print',
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
}

/**
 * The words of the printed offer (src/features/orders/offer-paper.tsx) that no other paper has, and titles and texts in place
 * of an offer that a link does not show.
 */
export const offerTexts: Record<Locale, typeof offerEn> = {
  en: offerEn,
  fr: {
    offer: (number) => `Offre ${number}`,
    request: 'Pour la demande',
    accepted: 'Cette offre a été acceptée.',
    billedTo: 'Facturer à',
    validUntil: 'Valable jusqu’au',
    readyFrom: 'Disponible à partir du',
    prices: 'Prix de cette offre',
    notAvailable: 'Non disponible',
    note: 'Remarque',
    print: 'Imprimer',
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
    offer: (number) => `Oferta ${number}`,
    request: 'Para la solicitud',
    accepted: 'Esta oferta fue aceptada.',
    billedTo: 'Facturar a',
    validUntil: 'Válida hasta',
    readyFrom: 'Disponible a partir del',
    prices: 'Precios de esta oferta',
    notAvailable: 'No disponible',
    note: 'Observaciones',
    print: 'Imprimir',
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

/** The words of an offer: those of papers, and its own. */
export const offerWords = (locale: Locale) => ({ ...paperTexts[locale], ...offerTexts[locale] })

/** The terms of delivery in words (Incoterms 2020), as in src/parts/offers/offer-terms.tsx. */
export const incotermTexts: Record<Incoterm, Record<Locale, string>> = {
  EXW: { en: 'Ex Works', fr: 'À l’usine', es: 'En fábrica' },
  FCA: { en: 'Free Carrier', fr: 'Franco transporteur', es: 'Franco transportista' },
  FAS: { en: 'Free Alongside Ship', fr: 'Franco le long du navire', es: 'Franco al costado del buque' },
  FOB: { en: 'Free On Board', fr: 'Franco à bord', es: 'Franco a bordo' },
  CFR: { en: 'Cost and Freight', fr: 'Coût et fret', es: 'Coste y flete' },
  CIF: { en: 'Cost, Insurance and Freight', fr: 'Coût, assurance et fret', es: 'Coste, seguro y flete' },
  CPT: { en: 'Carriage Paid To', fr: 'Port payé jusqu’à', es: 'Transporte pagado hasta' },
  CIP: {
    en: 'Carriage and Insurance Paid To',
    fr: 'Port payé, assurance comprise, jusqu’à',
    es: 'Transporte y seguro pagados hasta',
  },
  DAP: { en: 'Delivered at Place', fr: 'Rendu au lieu de destination', es: 'Entregada en lugar' },
  DPU: {
    en: 'Delivered at Place Unloaded',
    fr: 'Rendu au lieu de destination déchargé',
    es: 'Entregada en lugar descargada',
  },
  DDP: { en: 'Delivered Duty Paid', fr: 'Rendu droits acquittés', es: 'Entregada derechos pagados' },
}
