/** Limits that the server enforces and the forms show. Bytes, characters, tonnes or counts, as the names say. */
export const limits = {
  jsonBodyBytes: 256 * 1024,
  /** of one call; a larger spreadsheet is sent in parts */
  importBytes: 4 * 1024 * 1024,
  importRows: 500,
  uploadBytes: 12 * 1024 * 1024,
  picturePixels: 40_000_000,
  keywordLength: 100,
  /** words of a keyword that are searched */
  searchTerms: 8,
  perPageMax: 100,
  reviewsPerPage: 20,
  /** rows of an admin list or of one's own orders when no page is requested */
  unpagedRows: 1000,
  changesPerCall: 500,
  orderItems: 200,
  /** one's own orders: items in an answer without a page, and orders per page */
  ownOrderItems: 2000,
  ownOrdersPerPage: 20,
  nameLength: 120,
  emailLength: 254,
  commentLength: 2000,
  messageLength: 5000,
  passwordMin: 6,
  passwordMax: 128,
  quantityMax: 100_000,
  quantityDecimals: 3,
  addressLength: 200,
  textLength: 200,
  /** of a value in the administrators' log, characters */
  loggedText: 200,
  /** characters of a product's article number */
  codeLength: 40,
  /** per cent */
  glazingMax: 100,
  stockMax: 1_000_000,
  /** of an offer's price per tonne and of a charge, in minor units */
  priceMax: 1_000_000_000,
  charges: 5,
  chargeLabelLength: 60,
  placeLength: 80,
  paymentLength: 200,
  noteLength: 2000,
  lineNoteLength: 200,
  eventTextLength: 2000,
  pushEndpointLength: 1000,
  /** per account; a further one replaces the oldest */
  pushSubscriptions: 10,
  /** days that an offer may be valid for */
  validityDays: 366,
  shopNameLength: 60,
  shopShortNameLength: 20,
  taglineLength: 120,
  leadLength: 400,
  aboutLength: 8000,
  phoneLength: 40,
  currencies: 20,
  /** least side of a logo, px */
  logoPixels: 192,
} as const

/** Page sizes and times that specification section 9 fixes. Milliseconds, tonnes or counts. */
export const business = {
  homePerPage: 5,
  listPerPage: 6,
  topLength: 8,
  defaultQuantity: 1,
  toastMilliseconds: 5000,
  carouselMilliseconds: 5000,
} as const
