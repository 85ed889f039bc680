import * as v from 'valibot'
import { ApiKey, ApiKeyMade, Invitation, InvitationMade, InvitationSeen } from '../../contract/access.ts'
import { Confirmation, OwnSession } from '../../contract/account.ts'
import { AdminAction } from '../../contract/admin-log.ts'
import { rows } from '../../contract/answer-fields.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import {
  Fish,
  FishByType,
  FishChanges,
  FishCount,
  FishDetail,
  FishImportAnswer,
  FishPage,
  Stock,
} from '../../contract/fishes.ts'
import { Health } from '../../contract/health.ts'
import { ContactAnswer, ContactMessage, SubscribeAnswer, Subscriber } from '../../contract/inbox.ts'
import { OfferLink, OfferLinkMade } from '../../contract/offer-links.ts'
import { OrderEvents } from '../../contract/order-events.ts'
import { Order, OrderChanges, OrderCounts } from '../../contract/orders.ts'
import { Paper, Papers } from '../../contract/papers/papers.ts'
import { Seller } from '../../contract/papers/parties.ts'
import { PushKey } from '../../contract/push.ts'
import { Review, ReviewPage } from '../../contract/reviews.ts'
import { ShopSettings, ShopSetup, ShopText } from '../../contract/shop.ts'
import { AdminUser, ResetLink, User, UserWithToken } from '../../contract/users.ts'
import { Delivery, DeliveryMade, Webhook, WebhookSecret } from '../../contract/webhooks.ts'
import { contentOf, readShape } from './read-shape.ts'

const picture = v.pipe(v.string(), v.nonEmpty())

/** The shape of each answer without its envelope. The app needs no answer of the other calls: a trusted success is enough. */
export const answers = {
  listFish: FishPage,
  countFish: FishCount,
  topFishes: rows(Fish),
  fishesByType: FishByType,
  fishChanges: FishChanges,
  getFish: FishDetail,
  createFish: FishDetail,
  updateFish: FishDetail,
  setStock: Stock,
  importFishes: FishImportAnswer,
  uploadPicture: picture,
  listReviews: ReviewPage,
  createReview: Review,
  register: UserWithToken,
  login: UserWithToken,
  listUsers: rows(AdminUser),
  listSessions: rows(OwnSession),
  getConfirmation: Confirmation,
  mailConfirmation: Confirmation,
  // saved as a file, as it is
  downloadOwnData: v.looseObject({ account: v.looseObject({}) }),
  getUser: User,
  updateProfile: UserWithToken,
  updateUser: AdminUser,
  makeResetLink: ResetLink,
  listOrders: rows(Order),
  myOrders: rows(Order),
  orderChanges: OrderChanges,
  orderCounts: OrderCounts,
  listOrderEvents: OrderEvents,
  getOrder: Order,
  addOrderEvent: Order,
  createOrder: Order,
  listOfferLinks: rows(OfferLink),
  makeOfferLink: OfferLinkMade,
  listPapers: Papers,
  makePaper: Paper,
  subscribe: SubscribeAnswer,
  listSubscribers: rows(Subscriber),
  sendContact: ContactAnswer,
  listMessages: rows(ContactMessage),
  updateMessage: ContactMessage,
  getShop: ShopSettings,
  updateShop: ShopSettings,
  uploadLogo: picture,
  getSeller: Seller,
  updateSeller: Seller,
  changeBank: Seller,
  confirmBank: Seller,
  getShopText: ShopText,
  updateShopText: ShopText,
  shopSetup: ShopSetup,
  listAdminActions: rows(AdminAction),
  listWebhooks: rows(Webhook),
  createWebhook: WebhookSecret,
  updateWebhook: Webhook,
  renewWebhookSecret: WebhookSecret,
  listWebhookDeliveries: rows(Delivery),
  testWebhook: DeliveryMade,
  resendWebhookDelivery: DeliveryMade,
  listApiKeys: rows(ApiKey),
  makeApiKey: ApiKeyMade,
  listInvitations: rows(Invitation),
  invite: InvitationMade,
  renewInvitation: InvitationMade,
  openInvitation: InvitationSeen,
  acceptInvitation: UserWithToken,
  joinByInvitation: User,
  pushKey: PushKey,
  health: Health,
} as const satisfies { [N in EndpointName]?: v.GenericSchema }

type Answers = typeof answers
/** What a call answers; undefined where the app reads nothing. */
export type AnswerOf<N extends EndpointName> = N extends keyof Answers ? v.InferOutput<Answers[N]> : undefined

/** Whether the app reads the answer of a call. */
export const hasAnswer = (name: EndpointName): name is keyof Answers => Object.hasOwn(answers, name)

/** The answer of a call in the contract's shape; undefined for any other. */
export function readAnswer<N extends keyof Answers>(name: N, json: unknown): AnswerOf<N> | undefined {
  // the schema of the same name
  return readShape(answers[name], contentOf(json)) as AnswerOf<N> | undefined
}
