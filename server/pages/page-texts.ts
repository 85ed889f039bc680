import type { Locale } from '../../contract/locales.ts'
import type { LegalPage } from '../../contract/texts/legal-texts.ts'

/** The words of the app (src/locales) on the server's own pages. */
interface PageTexts {
  products: string
  fish: string
  seafood: string
  all: string
  categories: string
  search: string
  searchProducts: string
  pages: string
  previous: string
  next: string
  languages: string
  price: string
  inStock: string
  outOfStock: string
  request: string
  open: string
  missing: string
  missingPage: string
  missingText: string
  away: string
  rated: (value: string) => string
  reviews: (count: number) => string
  nothing: (keyword: string) => string
  page: (at: number) => string
}

/** Titles of the pages that the law asks for (src/i18n/legal-names.ts). */
export const legalTitles: Record<Locale, Record<LegalPage, string>> = {
  en: { terms: 'Terms and conditions', privacy: 'Privacy', imprint: 'Imprint' },
  fr: { terms: 'Conditions générales', privacy: 'Confidentialité', imprint: 'Mentions légales' },
  es: { terms: 'Condiciones generales', privacy: 'Privacidad', imprint: 'Aviso legal' },
}

export const pageTexts: Record<Locale, PageTexts> = {
  en: {
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
    missing: 'This product is not here',
    missingPage: 'This page is not here',
    missingText: 'It may have been deleted, or the link is incomplete.',
    away: 'The shop is busy. Please try again in a moment.',
    rated: (value) => `Rated ${value} of 5`,
    reviews: (count) => (count === 1 ? '1 review' : `${count} reviews`),
    nothing: (keyword) => `Nothing found for “${keyword}”`,
    page: (at) => `Page ${at}`,
  },
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
    missing: 'Ce produit n’est pas ici',
    missingPage: 'Cette page n’est pas ici',
    missingText: 'Il a peut-être été supprimé, ou le lien est incomplet.',
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
    missing: 'Este producto no está aquí',
    missingPage: 'Esta página no está aquí',
    missingText: 'Puede que se haya eliminado o que el enlace esté incompleto.',
    away: 'La tienda está muy ocupada. Inténtelo de nuevo en un momento.',
    rated: (value) => `Valoración: ${value} de 5`,
    reviews: (count) => (count === 1 ? '1 reseña' : `${count} reseñas`),
    nothing: (keyword) => `Sin resultados para «${keyword}»`,
    page: (at) => `Página ${at}`,
  },
}
