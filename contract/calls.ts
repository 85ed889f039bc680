import type { ApiKeyInput, InvitationAcceptance, InvitationInput, InvitationToken } from './access.ts'
import type { PasswordInput } from './account.ts'
import type { SubjectKind } from './admin-log.ts'
import type { ListOrder, StockFilter } from './catalogue-query.ts'
import type { EndpointName, endpoints } from './endpoints.ts'
import type { FishImportInput, FishUpdate, StockInput } from './fishes.ts'
import type { ContactInput, MessageUpdate, SubscribeInput } from './inbox.ts'
import type { OrderEventInput } from './order-events.ts'
import type { OrderInput } from './orders.ts'
import type { PaperInput } from './papers/papers.ts'
import type { BankInput, SellerInput } from './papers/parties.ts'
import type { PushInput } from './push.ts'
import type { ReviewInput } from './reviews.ts'
import type { ShopTextUpdate, ShopUpdate } from './shop.ts'
import type { ForgotInput, LoginInput, ProfileInput, RegisterInput, ResetInput, UserUpdate } from './users.ts'
import type { WebhookInput } from './webhooks.ts'

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

/**
 * Query and body of the calls that have one. The parameters are in their paths (endpoints.ts), and the shapes of the answers in
 * src/api/read-answer.ts.
 */
export interface Inputs {
  listFish: { query: Paging & { keyword?: string; type?: string; stock?: StockFilter; sort?: ListOrder } }
  fishesByType: { query: Paging }
  fishChanges: { query: { since?: string; limit?: number } }
  createFish: { body: MultipartBody }
  updateFish: { body: FishUpdate }
  setStock: { body: StockInput }
  importFishes: { query: { check?: '1' }; body: FishImportInput }
  uploadPicture: { body: MultipartBody }
  listReviews: { query: { page?: number } }
  createReview: { body: ReviewInput }
  register: { body: RegisterInput }
  login: { body: LoginInput }
  forgotPassword: { body: ForgotInput }
  resetPassword: { body: ResetInput }
  listUsers: { query: AdminList }
  typePassword: { body: PasswordInput }
  deleteOwnAccount: { body: PasswordInput }
  updateProfile: { body: ProfileInput }
  updateUser: { body: UserUpdate }
  listOrders: { query: AdminList & { state?: string } }
  listOrderEvents: { query: { before?: number } }
  createOrder: { body: OrderInput }
  orderChanges: { query: { since?: string; limit?: number } }
  addOrderEvent: { body: OrderEventInput }
  getFile: { query: { thumb?: '1' } }
  makePaper: { body: PaperInput }
  deleteOrder: { query: { reference?: string } }
  subscribe: { body: SubscribeInput }
  listSubscribers: { query: Paging }
  sendContact: { body: ContactInput }
  listMessages: { query: Paging & { state?: 'new' } }
  updateMessage: { body: MessageUpdate }
  updateShop: { body: ShopUpdate }
  uploadLogo: { body: MultipartBody }
  updateSeller: { body: SellerInput }
  changeBank: { body: BankInput }
  confirmBank: { body: { password: string } }
  updateShopText: { body: ShopTextUpdate }
  listAdminActions: { query: AdminList & { by?: string; thing?: SubjectKind } }
  createWebhook: { body: WebhookInput }
  updateWebhook: { body: WebhookInput }
  makeApiKey: { body: ApiKeyInput }
  invite: { body: InvitationInput }
  openInvitation: { body: InvitationToken }
  acceptInvitation: { body: InvitationAcceptance }
  joinByInvitation: { body: InvitationToken }
  savePushSubscription: { body: PushInput }
}

/** The names of the parameters in a path: `id` and `review` of `/fishes/:id/reviews/:review/`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The names of the parameters of a call; `never` where its path has none. */
export type ParamsOf<N extends EndpointName> = NamesIn<(typeof endpoints)[N]['path']>
