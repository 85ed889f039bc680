import type { Calls } from '../../contract/calls.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readApiKeyMade, readApiKeys, readInvitationMade, readInvitationSeen, readInvitations } from './read-access.ts'
import { readActions } from './read-action.ts'
import { readOrderEvents } from './read-event.ts'
import {
  readFishByType,
  readFishChanges,
  readFishCount,
  readFishDetail,
  readFishImport,
  readFishList,
  readFishPage,
  readReviewAnswer,
  readReviewPage,
  readStock,
} from './read-fish.ts'
import { readMessage, readMessages } from './read-message.ts'
import { readOfferLinkMade, readOfferLinks } from './read-offer-link.ts'
import { readOrder, readOrderChanges, readOrderCounts, readOrders } from './read-order.ts'
import { readPaper, readPapers } from './read-papers.ts'
import { readSeller } from './read-seller.ts'
import { readShop, readShopSetup, readShopText } from './read-shop.ts'
import {
  readAdminUser,
  readConfirmation,
  readResetLink,
  readSessions,
  readSubscribers,
  readUser,
  readUsers,
  readUserWithToken,
} from './read-user.ts'
import { readData, readId } from './read-value.ts'
import { readDeliveries, readMade, readWebhook, readWebhookSecret, readWebhooks } from './read-webhook.ts'

/** Each reader turns any JSON into the contract's shape; undefined when it cannot be read. */
export type Readers = { [N in EndpointName]: (body: unknown) => Calls[N]['answer'] | undefined }

const nothing = () => undefined

/** Calls whose answer the app does not need: a trusted success is enough, with or without a body. */
export const bodiless: ReadonlySet<EndpointName> = new Set([
  'deleteFish',
  'deleteReview',
  'logout',
  'forgotPassword',
  'resetPassword',
  'endSession',
  'deleteOwnAccount',
  'deleteUser',
  'revokeOfferLink',
  'revokeApiKey',
  'withdrawInvitation',
  'deleteOrder',
  'deleteSubscriber',
  'deleteMessage',
  'withdrawBank',
  'deleteWebhook',
  'savePushSubscription',
  'deletePushSubscription',
  'getFile',
])

export const readers: Readers = {
  listFish: readFishPage,
  countFish: readFishCount,
  topFishes: readFishList,
  fishesByType: readFishByType,
  fishChanges: readFishChanges,
  getFish: readFishDetail,
  createFish: readFishDetail,
  updateFish: readFishDetail,
  setStock: readStock,
  importFishes: readFishImport,
  uploadPicture: readPicture,
  deleteFish: nothing,
  getFile: nothing,
  listReviews: readReviewPage,
  createReview: readReviewAnswer,
  deleteReview: nothing,
  register: readUserWithToken,
  login: readUserWithToken,
  forgotPassword: nothing,
  resetPassword: nothing,
  logout: nothing,
  listUsers: readUsers,
  listSessions: readSessions,
  endSession: nothing,
  getConfirmation: readConfirmation,
  mailConfirmation: readConfirmation,
  downloadOwnData: (body) => (isRecord(body) && isRecord(body.account) ? body : undefined),
  deleteOwnAccount: nothing,
  getUser: readUser,
  updateProfile: readUserWithToken,
  updateUser: readAdminUser,
  makeResetLink: readResetLink,
  deleteUser: nothing,
  listOrders: readOrders,
  myOrders: readOrders,
  orderChanges: readOrderChanges,
  orderCounts: readOrderCounts,
  listOrderEvents: readOrderEvents,
  getOrder: readOrder,
  addOrderEvent: readOrder,
  createOrder: readOrder,
  listOfferLinks: readOfferLinks,
  makeOfferLink: readOfferLinkMade,
  revokeOfferLink: nothing,
  listPapers: readPapers,
  makePaper: readPaper,
  deleteOrder: nothing,
  subscribe: (body) => (body === undefined ? undefined : { email: isRecord(body) ? readText(body.email) : '' }),
  listSubscribers: readSubscribers,
  deleteSubscriber: nothing,
  sendContact: (body) => {
    const data = readData(body)
    return data === undefined ? undefined : { _id: isRecord(data) ? readId(data) : '' }
  },
  listMessages: readMessages,
  updateMessage: readMessage,
  deleteMessage: nothing,
  getShop: readShop,
  updateShop: readShop,
  uploadLogo: readPicture,
  getSeller: readSeller,
  updateSeller: readSeller,
  changeBank: readSeller,
  confirmBank: readSeller,
  withdrawBank: nothing,
  getShopText: readShopText,
  updateShopText: readShopText,
  shopSetup: readShopSetup,
  listAdminActions: readActions,
  listWebhooks: readWebhooks,
  createWebhook: readWebhookSecret,
  updateWebhook: readWebhook,
  renewWebhookSecret: readWebhookSecret,
  deleteWebhook: nothing,
  listWebhookDeliveries: readDeliveries,
  testWebhook: readMade,
  resendWebhookDelivery: readMade,
  listApiKeys: readApiKeys,
  makeApiKey: readApiKeyMade,
  revokeApiKey: nothing,
  listInvitations: readInvitations,
  invite: readInvitationMade,
  renewInvitation: readInvitationMade,
  withdrawInvitation: nothing,
  openInvitation: readInvitationSeen,
  acceptInvitation: readUserWithToken,
  joinByInvitation: readUser,
  pushKey: (body) => {
    const key = readText(isRecord(body) ? body.key : '')
    return key === '' ? undefined : { key }
  },
  savePushSubscription: nothing,
  deletePushSubscription: nothing,
  live: nothing,
  health: (body) => (isRecord(body) && body.status === 'ok' ? { status: 'ok', database: 'ok' } : undefined),
}

/** The new image value: a JSON string, or one inside an object. */
function readPicture(body: unknown): string | undefined {
  const data = readData(body)
  return readText(isRecord(data) ? data.image : data) || undefined
}
