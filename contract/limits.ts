/** Limits that the server enforces and the forms show. Bytes, characters, tonnes or counts, as the names say. */
export const limits = {
  jsonBodyBytes: 256 * 1024,
  /** of one call; a larger spreadsheet is sent in parts */
  importBytes: 4 * 1024 * 1024,
  importRows: 500,
  uploadBytes: 12 * 1024 * 1024,
  picturePixels: 40_000_000,
  keywordLength: 100,
  /** of a filter of the catalogue, in an answer */
  facetValues: 60,
  /** words of a keyword that are searched */
  searchTerms: 8,
  perPageMax: 100,
  reviewsPerPage: 20,
  /** rows of an admin list when no page is requested; of orders, whose threads may be long */
  unpagedRows: 1000,
  unpagedOrders: 100,
  /** that a client may ask for; a step of a feed has at most so many products or orders */
  changesPerCall: 500,
  /** of a catalogue that devices save whole; with more the server warns its operator at the start */
  catalogueProducts: 20_000,
  productsPerStep: 400,
  ordersPerStep: 150,
  orderItems: 200,
  ownOrdersPerPage: 20,
  messagesPerPage: 10,
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
  /** of a product, in each language, in several lines */
  descriptionLength: 2000,
  /** of a product, the first included */
  pictures: 8,
  certificateFiles: 8,
  /** products that one call changes alike */
  bulkProducts: 500,
  /** in the address book of an account */
  addresses: 20,
  /** products whose return an account waits for */
  stockAlerts: 200,
  /** of a value in the administrators' log, characters */
  loggedText: 200,
  /** characters of a product's article number */
  codeLength: 40,
  percentMax: 100,
  stockMax: 1_000_000,
  /** of an offer's price per tonne and of a charge, in minor units */
  priceMax: 1_000_000_000,
  charges: 5,
  /** of a request that its buyer suggests, and of products that an offer names beside the requested ones */
  counters: 20,
  alternatives: 20,
  chargeLabelLength: 60,
  placeLength: 80,
  paymentLength: 200,
  /** per cent */
  toleranceMax: 50,
  vesselLength: 80,
  containerLength: 11,
  /** of a voyage, a seal, a courier and its tracking number */
  shipmentNumberLength: 60,
  noteLength: 2000,
  lineNoteLength: 200,
  lotCodeLength: 40,
  lotsPerLine: 50,
  /** of a lot in a line */
  cartonsMax: 1_000_000,
  kilogramsMax: 100_000_000,
  cartonNetMax: 10_000,
  /** of an order; the documents that a shop asks for, of all destinations */
  claims: 20,
  orderDocuments: 100,
  neededDocuments: 200,
  /** days after the arrival in which a buyer may claim, and days until a balance is due */
  claimDays: 60,
  balanceDays: 365,
  eventTextLength: 2000,
  /** events of which an event takes the place */
  replacedEvents: 50,
  /** events of an order in an answer; the earlier ones come in pages of as many */
  threadEvents: 50,
  /** what a buyer may write on one request: messages a day and in all, and bytes in all. The shop may write `shopWrites` times as much. */
  threadMessagesPerDay: 100,
  threadMessages: 1000,
  /** of an order, at a time */
  offerLinks: 20,
  /** of the shop */
  apiKeys: 100,
  /** neither accepted nor withdrawn */
  invitations: 100,
  threadBytes: 1024 * 1024,
  shopWrites: 5,
  /** of a thread's file, of all files of an order, and files of one event */
  fileBytes: 15 * 1024 * 1024,
  orderFileBytes: 100 * 1024 * 1024,
  filesPerEvent: 10,
  fileNameLength: 200,
  /** what a buyer may announce in a day; the shop `shopWrites` times as much */
  filesPerDay: 200,
  fileBytesPerDay: 200 * 1024 * 1024,
  /** days after which a file whose bytes did not come is given up */
  fileDays: 7,
  /** uploads that run at once: of a user, and of one instance of the server */
  uploadsPerUser: 20,
  uploads: 100,
  pushEndpointLength: 1000,
  /** per account; a further one replaces the oldest */
  pushSubscriptions: 10,
  /** live streams: of a user, and of one instance of the server */
  liveStreamsPerUser: 5,
  liveStreams: 2000,
  /** webhooks of the shop, and events of one that wait to be sent, above which it is paused */
  webhooks: 10,
  webhookWaiting: 20_000,
  webhookUrlLength: 500,
  /** of an event, bytes; of a larger thing only the most important fields are sent */
  webhookBytes: 256 * 1024,
  /** the newest ones, in the list of a webhook */
  webhookDeliveries: 100,
  /** days that an offer may be valid for */
  validityDays: 366,
  reminderDays: 90,
  /** the orders that an administrator's device saves have changed within this time */
  savedOrdersDays: 366,
  shopNameLength: 60,
  shopShortNameLength: 20,
  taglineLength: 120,
  leadLength: 400,
  /** of the texts below the home page: footer and newsletter */
  closingLength: 400,
  aboutLength: 8000,
  /** of a page that the law asks for, in each language */
  legalLength: 20_000,
  phoneLength: 40,
  /** of a tax, registration or approval number */
  partyNumberLength: 60,
  /** of a consignee or notify party, with the address */
  partyLength: 500,
  accountLength: 60,
  currencies: 20,
  /** least side of a logo, px */
  logoPixels: 192,
} as const

/** Page sizes and times that specification section 9 fixes. Milliseconds, tonnes or counts. */
export const business = {
  homePerPage: 5,
  listPerPage: 6,
  topLength: 8,
  /** a smaller stock is called low */
  lowStock: 5,
  defaultQuantity: 1,
  toastMilliseconds: 5000,
  carouselMilliseconds: 5000,
} as const
