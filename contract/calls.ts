import type {
  ApiKey,
  ApiKeyInput,
  ApiKeyMade,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  InvitationMade,
  InvitationSeen,
  InvitationToken,
} from './access.ts'
import type { Confirmation, DeleteAccountInput, OwnSession } from './account.ts'
import type { AdminAction, SubjectKind } from './admin-log.ts'
import type { ListOrder, StockFilter } from './catalogue-query.ts'
import type { EndpointName } from './endpoints.ts'
import type {
  Fish,
  FishByType,
  FishChanges,
  FishCount,
  FishDetail,
  FishImportAnswer,
  FishImportInput,
  FishPage,
  FishUpdate,
  Stock,
  StockInput,
} from './fishes.ts'
import type { Health } from './health.ts'
import type {
  ContactAnswer,
  ContactInput,
  ContactMessage,
  MessageUpdate,
  SubscribeAnswer,
  SubscribeInput,
  Subscriber,
} from './inbox.ts'
import type { OfferLink, OfferLinkMade } from './offer-links.ts'
import type { OrderEventInput, OrderEvents } from './order-events.ts'
import type { Order, OrderChanges, OrderCounts, OrderInput } from './orders.ts'
import type { Paper, PaperInput, Papers } from './papers/papers.ts'
import type { BankInput, Seller, SellerInput } from './papers/parties.ts'
import type { PushInput, PushKey } from './push.ts'
import type { Review, ReviewInput, ReviewPage } from './reviews.ts'
import type { ShopSettings, ShopSetup, ShopText, ShopTextUpdate, ShopUpdate } from './shop.ts'
import type { LegalPage } from './texts/legal-texts.ts'
import type {
  AdminUser,
  ForgotInput,
  LoginInput,
  ProfileInput,
  RegisterInput,
  ResetInput,
  ResetLink,
  User,
  UserUpdate,
  UserWithToken,
} from './users.ts'
import type { Delivery, DeliveryMade, Webhook, WebhookInput, WebhookSecret } from './webhooks.ts'

/** A multipart form. Declared here because the contract compiles without the types of the browser and of Node. */
interface MultipartBody {
  append(name: string, value: string): void
}

interface Paging {
  page?: number
  per_page?: number
}

interface AdminList extends Paging {
  keyword?: string
}

interface Shape {
  params?: Record<string, string>
  query?: object
  body?: unknown
  answer: unknown
}

/** Input and answer of each call. Answers are shown without the `data` envelope, which the client removes. */
export interface Calls {
  listFish: {
    query: Paging & { keyword?: string; type?: string; stock?: StockFilter; sort?: ListOrder }
    answer: FishPage
  }
  countFish: { answer: FishCount }
  topFishes: { answer: Fish[] }
  fishesByType: { params: { type: string }; query: Paging; answer: FishByType }
  fishChanges: { query: { since?: string; limit?: number }; answer: FishChanges }
  getFish: { params: { id: string }; answer: FishDetail }
  createFish: { body: MultipartBody; answer: FishDetail }
  updateFish: { params: { id: string }; body: FishUpdate; answer: FishDetail }
  setStock: { params: { id: string }; body: StockInput; answer: Stock }
  importFishes: { query: { check?: '1' }; body: FishImportInput; answer: FishImportAnswer }
  uploadPicture: { body: MultipartBody; answer: string }
  deleteFish: { params: { id: string }; answer: undefined }
  listReviews: { params: { id: string }; query: { page?: number }; answer: ReviewPage }
  createReview: { params: { id: string }; body: ReviewInput; answer: Review }
  deleteReview: { params: { id: string; review: string }; answer: undefined }
  register: { body: RegisterInput; answer: UserWithToken }
  login: { body: LoginInput; answer: UserWithToken }
  forgotPassword: { body: ForgotInput; answer: undefined }
  resetPassword: { body: ResetInput; answer: undefined }
  logout: { answer: undefined }
  listUsers: { query: AdminList; answer: AdminUser[] }
  listSessions: { answer: OwnSession[] }
  endSession: { params: { id: string }; answer: undefined }
  getConfirmation: { answer: Confirmation }
  mailConfirmation: { answer: Confirmation }
  downloadOwnData: { answer: object }
  deleteOwnAccount: { body: DeleteAccountInput; answer: undefined }
  getUser: { params: { id: string }; answer: User }
  updateProfile: { body: ProfileInput; answer: UserWithToken }
  updateUser: { params: { id: string }; body: UserUpdate; answer: AdminUser }
  makeResetLink: { params: { id: string }; answer: ResetLink }
  deleteUser: { params: { id: string }; answer: undefined }
  listOrders: { query: AdminList & { state?: string }; answer: Order[] }
  myOrders: { answer: Order[] }
  listOrderEvents: { params: { id: string }; query: { before?: number }; answer: OrderEvents }
  getOrder: { params: { id: string }; answer: Order }
  createOrder: { body: OrderInput; answer: Order }
  orderChanges: { query: { since?: string; limit?: number }; answer: OrderChanges }
  orderCounts: { answer: OrderCounts }
  addOrderEvent: { params: { id: string }; body: OrderEventInput; answer: Order }
  listOfferLinks: { params: { id: string }; answer: OfferLink[] }
  makeOfferLink: { params: { id: string }; answer: OfferLinkMade }
  revokeOfferLink: { params: { id: string; link: string }; answer: undefined }
  /** the bytes of a file, which `src/data/files` reads */
  getFile: { params: { id: string }; query: { thumb?: '1' }; answer: undefined }
  listPapers: { params: { id: string }; answer: Papers }
  makePaper: { params: { id: string }; body: PaperInput; answer: Paper }
  deleteOrder: { params: { id: string }; query: { reference?: string }; answer: undefined }
  subscribe: { body: SubscribeInput; answer: SubscribeAnswer }
  listSubscribers: { query: Paging; answer: Subscriber[] }
  deleteSubscriber: { params: { id: string }; answer: undefined }
  sendContact: { body: ContactInput; answer: ContactAnswer }
  listMessages: { query: Paging & { state?: 'new' }; answer: ContactMessage[] }
  updateMessage: { params: { id: string }; body: MessageUpdate; answer: ContactMessage }
  deleteMessage: { params: { id: string }; answer: undefined }
  getShop: { answer: ShopSettings }
  updateShop: { body: ShopUpdate; answer: ShopSettings }
  uploadLogo: { body: MultipartBody; answer: string }
  getSeller: { answer: Seller }
  updateSeller: { body: SellerInput; answer: Seller }
  changeBank: { body: BankInput; answer: Seller }
  confirmBank: { params: { id: string }; body: { password: string }; answer: Seller }
  withdrawBank: { params: { id: string }; answer: undefined }
  getShopText: { params: { page: LegalPage }; answer: ShopText }
  updateShopText: { params: { page: LegalPage }; body: ShopTextUpdate; answer: ShopText }
  shopSetup: { answer: ShopSetup }
  listAdminActions: { query: AdminList & { by?: string; thing?: SubjectKind }; answer: AdminAction[] }
  listWebhooks: { answer: Webhook[] }
  createWebhook: { body: WebhookInput; answer: WebhookSecret }
  updateWebhook: { params: { id: string }; body: WebhookInput; answer: Webhook }
  renewWebhookSecret: { params: { id: string }; answer: WebhookSecret }
  deleteWebhook: { params: { id: string }; answer: undefined }
  listWebhookDeliveries: { params: { id: string }; answer: Delivery[] }
  testWebhook: { params: { id: string }; answer: DeliveryMade }
  resendWebhookDelivery: { params: { id: string; delivery: string }; answer: DeliveryMade }
  listApiKeys: { answer: ApiKey[] }
  makeApiKey: { body: ApiKeyInput; answer: ApiKeyMade }
  revokeApiKey: { params: { id: string }; answer: undefined }
  listInvitations: { answer: Invitation[] }
  invite: { body: InvitationInput; answer: InvitationMade }
  renewInvitation: { params: { id: string }; answer: InvitationMade }
  withdrawInvitation: { params: { id: string }; answer: undefined }
  openInvitation: { body: InvitationToken; answer: InvitationSeen }
  acceptInvitation: { body: InvitationAcceptance; answer: UserWithToken }
  joinByInvitation: { body: InvitationToken; answer: User }
  pushKey: { answer: PushKey }
  savePushSubscription: { body: PushInput; answer: undefined }
  deletePushSubscription: { answer: undefined }
  /** an event stream, which `src/api/live.ts` reads */
  live: { answer: undefined }
  health: { answer: Health }
}

/** Fails to compile when an endpoint has no entry in `Calls`. */
export type CompleteCalls = { [N in EndpointName]: Calls[N] extends Shape ? Calls[N] : never }
