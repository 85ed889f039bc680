import type { FishImportRow } from '../../contract/fishes.ts'
import { type Locale, locales } from '../../contract/locales.ts'
import type { LotInput } from '../../contract/lots.ts'
import {
  isProductField,
  type ProductFieldName,
  productFieldNames,
  productFields,
  type RequiredText,
  requiredLabels,
} from '../../contract/product-fields.ts'
import { recordOf } from '../lib/record.ts'
import { lotTitles } from './lot-titles.ts'

/** The product fields that a spreadsheet can contain; `picture` is a file name. */
export type ProductColumn = keyof FishImportRow | 'picture'
/** Those of a lot: `lot` is its code, `product` an article number, a name or an ID. */
export type LotColumn = 'lot' | 'product' | Exclude<keyof LotInput, 'code' | 'fishe'>
export type ColumnName = ProductColumn | LotColumn
export type SheetOf = 'products' | 'lots'

export function fieldTitle(name: ProductFieldName | RequiredText, locale: Locale): string {
  if (!isProductField(name)) return requiredLabels[name][locale]
  const { kind, label } = productFields[name]
  const unit = { percent: ' (%)', kilograms: ' (kg)', text: '', lines: '' }[kind]
  return label[locale] + unit
}

type Titles = Record<Locale, string>
const titlesOf = (name: ProductFieldName): Titles => recordOf(locales, (locale) => fieldTitle(name, locale))

// the order of the columns: these have a place of their own
const { code, scientific_name, fao_code, ...otherFields } = recordOf(productFieldNames, titlesOf)
const { trade_name, trade_name_fr, trade_name_es, ...requiredFacts } = requiredLabels

const productTitles: Record<ProductColumn, Titles> = {
  code,
  ...{ trade_name, trade_name_fr, trade_name_es },
  scientific_name,
  fao_code,
  type: { en: 'Type', fr: 'Type', es: 'Tipo' },
  ...requiredFacts,
  category: { ...requiredFacts.category, en: 'Family' },
  classe: { ...requiredFacts.classe, en: 'Class' },
  countInStock: { en: 'Stock (t)', fr: 'Stock (t)', es: 'Existencias (t)' },
  featured: { en: 'Featured', fr: 'Mis en avant', es: 'Destacado' },
  ...otherFields,
  picture: { en: 'Picture', fr: 'Photo', es: 'Foto' },
  _id: { en: 'ID', fr: 'ID', es: 'ID' },
}
const { code: lot, fishe: product, ...otherLotTitles } = lotTitles
const titlesOfLots: Record<LotColumn, Titles> = { lot, product, ...otherLotTitles }

/** The titles are part of the file format: a file in any language can be read, whatever the language of the app. */
export const columnTitles: Record<ColumnName, Titles> = { ...productTitles, ...titlesOfLots }
// the keys are those of the tables
export const columnNames = Object.keys(productTitles) as ProductColumn[]
export const lotColumns = Object.keys(titlesOfLots) as LotColumn[]
export const columnsIn: Record<SheetOf, readonly ColumnName[]> = { products: columnNames, lots: lotColumns }

/** Other titles of exporters' own lists, in any of the three languages. Accents, case and signs do not matter. */
export const otherTitles: Partial<Record<ColumnName, string>> = {
  code: 'ref, reference, ref article, code, code article, code produit, product code, item code, item, item no, item number, article, article no, art no, sku, no article, numero article, variant sku, codigo, codigo articulo, codigo de articulo, codigo producto, codigo del producto, ref articulo, referencia, referencia articulo, articulo, n articulo, numero de articulo',
  trade_name:
    'name, product, product name, title, titre, titulo, description, trade name (english), english name, name (english), commercial name, designation, nom, nom du produit, produit, libelle, denomination, denomination commerciale, nom anglais, nombre, producto, nombre del producto, descripcion, denominacion, denominacion comercial, nombre ingles',
  trade_name_fr:
    'french name, french, name (french), nom francais, nom (francais), francais, designation (francais), nombre frances, frances',
  trade_name_es:
    'spanish name, spanish, name (spanish), nom espagnol, nom (espagnol), espagnol, nombre espanol, nombre (espanol), espanol',
  scientific_name: 'latin name, latin, species, nom latin, espece, nombre latino, especie',
  fao_code: 'fao, fao alpha-3, alpha-3 code, 3-alpha code, code fao alpha-3, codigo alfa-3',
  type: 'product type, kind, type de produit, tipo de producto',
  category: 'category, categorie, categoria',
  classe: 'classification, class (biology), classe biologique',
  countInStock:
    'stock, stocks, stock tonnes, stock (tonnes), stock in tonnes, in stock, available, available stock, availability, quantity, quantity (t), qty, inventory, variant inventory qty, tonnes, en stock, stock disponible, disponible, disponibilite, quantite, quantite (t), tonnage, existencias, cantidad, cantidad (t), toneladas, disponibilidad, stock (toneladas), inventario',
  size: 'grade, size grade, sizing, grading, caliber, taille, calibres, tamano, talla, tallas, gramaje',
  weight: 'net weight, unit weight, poids net, poids unitaire, peso neto, peso unitario',
  presentation: 'cut, product form, form, coupe, decoupe, forme, corte, forma',
  treatment: 'processing, process, preservation, conservation, etat, conservacion, estado, procesado',
  glazing: 'glaze, glazed, glacage, glazurage, glasage, glaseado, glaseo',
  origin:
    'origin (fao area), country of origin, catch area, fishing area, fao area, area, provenance, pays d origine, zone de peche, zone fao, zone, procedencia, pais de origen, zona de pesca, zona fao, area fao',
  packing: 'packaging, package, pack, pack size, emballage, colisage, envase, envasado, empaque, embalado',
  certificates: 'certification, certifications, certificate, certificat, certificacion, certificaciones, certificado',
  picture:
    'photos, pictures, image, images, imagen, image file, picture file, photo file, file name, fichier image, fichier photo, nom du fichier, fotos, imagenes, fotografia, archivo de imagen, nombre del archivo, image src, image url',
  lot: 'lot, lot no, lot number, batch, batch code, batch no, n lot, numero de lot, lote, numero de lote, n lote',
  product:
    'product code, article number, article, item, code article, reference article, code produit, articulo, codigo de articulo, referencia del articulo, species, espece, especie',
  vessel: 'ship, boat, fishing vessel, bateau, nom du navire, barco, nombre del buque',
  imo: 'imo, imo no, omi, n omi',
  flag: 'flag state, etat du pavillon, estado del pabellon',
  gear: 'gear, engin, arte',
  area: 'fao, fao zone, catch area, fishing area, area, zone, zone de peche, zona, zona de pesca, area fao',
  subarea: 'subarea, division, sous-zone, subzona',
  caughtFrom: 'caught, catch date, date of catch, caught on, date de capture, capture, fecha de captura, capturado',
  caughtTo: 'caught to, catch date to, fin de capture, fin de captura',
  landedAt: 'landing, landing port, port of landing, landing date, port de debarquement, puerto de desembarque',
  plant:
    'plant, approval number, approval no, plant number, agrement, numero d agrement, usine, planta, numero de autorizacion',
  producedOn: 'produced on, produced, production date, date de production, fecha de produccion, produccion',
  bestBefore: 'bbd, expiry, expiry date, best before date, ddm, dluo, consumo preferente, fecha de caducidad',
  certificate: 'catch certificate number, certificate, certificat, certificado',
  note: 'notes, comment, remarks, remarque, remarques, notas, observaciones',
  _id: 'product id, id produit, id producto, identifiant, identificador',
}
