import * as v from 'valibot'
import { sortKeys, stockFilters } from '../catalogue-query.ts'
import { facetQuery } from '../facets.ts'
import { nonEmptyLine, oneOf, tolerantList } from '../fields.ts'
import * as fishes from '../fishes.ts'
import { limits } from '../limits.ts'
import * as lots from '../lots.ts'
import { callsOf, changesQuery, everybody, keyword, onePicture, paging, StoredImage, signedIn } from './call.ts'

const products = /* @__PURE__ */ callsOf({ right: 'products' })

export const catalogueCalls = {
  listFish: everybody.get(
    '/fish/',
    'A page of the catalogue: in a chosen order, else newest first, or best match first with a keyword',
    {
      query: v.object({
        keyword,
        ...paging,
        type: v.optional(fishes.FishType),
        stock: v.optional(oneOf(stockFilters)),
        sort: v.optional(oneOf(sortKeys)),
        ...facetQuery,
        facets: v.optional(
          v.pipe(v.literal('1'), v.description('also count the products that each value of a filter would leave')),
        ),
      }),
      answer: fishes.FishPage,
      cached: true,
    },
  ),
  countFish: everybody.get('/fish/count/', 'The number of products', { answer: fishes.FishCount, cached: true }),
  topFishes: everybody.get('/fishes/top/', 'The best rated products', {
    answer: tolerantList(fishes.Fish),
    cached: true,
  }),
  fishesByType: everybody.get('/fishes/type/:type', 'Products of a type, the newest thousand or a page', {
    query: v.object(paging),
    answer: fishes.FishByType,
    cached: true,
  }),
  fishChanges: everybody.get(
    '/fishes/changes/',
    'Changes of the catalogue since a cursor; without one, the whole catalogue',
    { query: changesQuery(200), answer: fishes.FishChanges, cached: true },
  ),
  getFish: everybody.get('/fishes/:id', 'A product with its reviews', { answer: fishes.FishDetail, cached: true }),
  createFish: products.create('/fishes/create/', 'Create a product, optionally with a picture', {
    body: fishes.FishInput,
    accepts: ['multipart'],
    fileField: 'image',
    answer: fishes.FishDetail,
    dropsEmpty: true,
  }),
  updateFish: products.put(
    '/fishes/update/:id/',
    'Replace the fields of a product; with If-Match (its ETag, or its updated_at in quotes) only if it is unchanged, else 409',
    { body: fishes.FishUpdate, answer: fishes.FishDetail },
  ),
  setStock: products.put(
    '/fishes/:id/stock/',
    'Set the stock of a product if it is still the number that was seen, else 409; once per Idempotency-Key',
    { keyed: true, body: fishes.StockInput, answer: fishes.Stock },
  ),
  importFishes: products.post(
    '/fishes/import/',
    'Create and change up to 500 products, all or none; with check=1 only report the result',
    {
      keyed: true,
      query: v.object({ check: v.optional(v.literal('1')) }),
      body: fishes.FishImportInput,
      large: true,
      answer: fishes.FishImportAnswer,
    },
  ),
  uploadPicture: products.post(
    '/fishes/upload/',
    'Set a product’s picture; answers the new image value, with updated_at as ETag; If-Match (its updated_at in quotes) as for updates',
    { ...onePicture, body: v.object({ fishe_id: nonEmptyLine(100) }), answer: StoredImage },
  ),
  addPicture: products.post('/fishes/:id/pictures/', 'Add a picture to a product, after those that it has', {
    ...onePicture,
    answer: fishes.FishDetail,
  }),
  setPictures: products.put(
    '/fishes/:id/pictures/',
    'Order the pictures of a product and remove those that are not named, if they are still those that were seen, else 409',
    { body: fishes.PicturesInput, answer: fishes.FishDetail },
  ),
  listLots: products.get('/lots/', 'The book of lots, newest first; also for administrators of orders', {
    also: 'orders',
    query: v.object({ keyword, ...paging }),
    answer: tolerantList(lots.Lot),
  }),
  createLot: products.create('/lots/', 'Add a lot to the book; 409 if there is one with its code', {
    body: lots.LotInput,
    answer: lots.Lot,
  }),
  updateLot: products.put('/lots/:id/', 'Replace the data of a lot; of one that was loaded, code and product stay', {
    body: lots.LotInput,
    answer: lots.Lot,
  }),
  deleteLot: products.delete('/lots/:id/', 'Delete a lot that no shipment names, else 409'),
  addLotFile: products.post('/lots/:id/files/', 'Add a PDF to a lot, and its name', {
    ...onePicture,
    fileField: 'file',
    body: v.object({ name: nonEmptyLine(limits.nameLength) }),
    answer: lots.Lot,
  }),
  removeLotFile: products.delete(
    '/lots/:id/files/:hash/',
    'Remove a file from a lot; the hash is the folder in its address',
    { answer: lots.Lot },
  ),
  listLotOrders: products.get('/lots/:id/orders/', 'Who got how much of a lot; with format=csv as a recall list', {
    also: 'orders',
    query: v.object({ format: v.optional(v.literal('csv')) }),
    answer: tolerantList(lots.LotOrder),
  }),
  addCertificate: products.post('/fishes/:id/certificates/', 'Add a certificate to a product: a PDF and its name', {
    ...onePicture,
    fileField: 'file',
    body: v.object({ name: nonEmptyLine(limits.nameLength) }),
    answer: fishes.FishDetail,
  }),
  removeCertificate: products.delete(
    '/fishes/:id/certificates/:hash/',
    'Remove a certificate from a product; the hash is the folder in its address',
    { answer: fishes.FishDetail },
  ),
  changeFishes: products.post(
    '/fishes/bulk/',
    'Delete up to 500 products, or set their stock, type or whether they are featured: all or none; once per Idempotency-Key',
    { keyed: true, body: fishes.BulkInput, answer: fishes.BulkAnswer },
  ),
  listStockAlerts: signedIn.get('/fishes/alerts/', 'The products whose return to stock one waits for', {
    answer: fishes.StockAlerts,
  }),
  addStockAlert: signedIn.post(
    '/fishes/:id/alert/',
    'Get one push message and one mail when a product is in stock again; at once if it is',
    { keyed: true, answer: fishes.StockAlert },
  ),
  removeStockAlert: signedIn.delete('/fishes/:id/alert/', 'No longer wait for a product', {
    keyed: true,
    answer: fishes.StockAlert,
  }),
  deleteFish: products.delete(
    '/fishes/delete/:id/',
    'Delete a product; orders have their own copies of names and pictures',
  ),
  listReviews: everybody.get('/fishes/:id/reviews/', 'A page of a product’s reviews, newest first', {
    query: v.object({ page: paging.page }),
    answer: fishes.ReviewPage,
    cached: true,
  }),
  createReview: signedIn.create('/fishes/:id/reviews/', 'Review a product, once per user', {
    keyed: true,
    body: fishes.ReviewInput,
    answer: fishes.Review,
  }),
  deleteReview: products.delete('/fishes/:id/reviews/:review/', 'Delete a review and update the product’s rating'),
}
