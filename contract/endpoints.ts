import type { Right } from './rights.ts'

/** Who may call: everybody; any signed-in user; the owner, or an administrator with the right; only administrators with the right. */
type Access = { who: 'public' | 'user'; right?: never } | { who: 'owner' | 'admin'; right: Right }

export type Endpoint = Access & {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** below `/api`; `:name` is a parameter. Answers with and without the trailing slash. */
  path: string
  /** takes an `Idempotency-Key` */
  keyed?: true
}

/** Every call of the contract, by name. Both the server's routes and the app's client are built from this list. */
export const endpoints = {
  listFish: { method: 'GET', path: '/fish/', who: 'public' },
  countFish: { method: 'GET', path: '/fish/count/', who: 'public' },
  topFishes: { method: 'GET', path: '/fishes/top/', who: 'public' },
  fishesByType: { method: 'GET', path: '/fishes/type/:type', who: 'public' },
  fishChanges: { method: 'GET', path: '/fishes/changes/', who: 'public' },
  getFish: { method: 'GET', path: '/fishes/:id', who: 'public' },
  createFish: { method: 'POST', path: '/fishes/create/', who: 'admin', right: 'products' },
  updateFish: { method: 'PUT', path: '/fishes/update/:id/', who: 'admin', right: 'products' },
  setStock: { method: 'PUT', path: '/fishes/:id/stock/', who: 'admin', right: 'products', keyed: true },
  importFishes: { method: 'POST', path: '/fishes/import/', who: 'admin', right: 'products', keyed: true },
  uploadPicture: { method: 'POST', path: '/fishes/upload/', who: 'admin', right: 'products' },
  deleteFish: { method: 'DELETE', path: '/fishes/delete/:id/', who: 'admin', right: 'products' },
  listReviews: { method: 'GET', path: '/fishes/:id/reviews/', who: 'public' },
  createReview: { method: 'POST', path: '/fishes/:id/reviews/', who: 'user', keyed: true },
  deleteReview: { method: 'DELETE', path: '/fishes/:id/reviews/:review/', who: 'admin', right: 'products' },
  register: { method: 'POST', path: '/users/register/', who: 'public' },
  login: { method: 'POST', path: '/users/login/', who: 'public' },
  forgotPassword: { method: 'POST', path: '/users/forgot/', who: 'public' },
  resetPassword: { method: 'POST', path: '/users/reset/', who: 'public' },
  logout: { method: 'POST', path: '/users/logout/', who: 'user' },
  listUsers: { method: 'GET', path: '/users/', who: 'admin', right: 'people' },
  listSessions: { method: 'GET', path: '/users/sessions/', who: 'user' },
  endSession: { method: 'DELETE', path: '/users/sessions/:id/', who: 'user' },
  getConfirmation: { method: 'GET', path: '/users/confirmation/', who: 'user' },
  mailConfirmation: { method: 'POST', path: '/users/confirmation/', who: 'user' },
  downloadOwnData: { method: 'GET', path: '/users/data/', who: 'user' },
  deleteOwnAccount: { method: 'POST', path: '/users/delete-account/', who: 'user' },
  getUser: { method: 'GET', path: '/users/:id', who: 'owner', right: 'people' },
  updateProfile: { method: 'PUT', path: '/users/profile/update/', who: 'user' },
  updateUser: { method: 'PUT', path: '/users/update/:id/', who: 'admin', right: 'people' },
  makeResetLink: { method: 'POST', path: '/users/:id/reset-link/', who: 'admin', right: 'people' },
  deleteUser: { method: 'DELETE', path: '/users/delete/:id/', who: 'admin', right: 'people' },
  listOrders: { method: 'GET', path: '/orders/', who: 'admin', right: 'orders' },
  myOrders: { method: 'GET', path: '/orders/myorders/', who: 'user' },
  orderChanges: { method: 'GET', path: '/orders/changes/', who: 'user' },
  orderCounts: { method: 'GET', path: '/orders/counts/', who: 'admin', right: 'orders' },
  getOrder: { method: 'GET', path: '/orders/:id/', who: 'owner', right: 'orders' },
  createOrder: { method: 'POST', path: '/orders/add/', who: 'user', keyed: true },
  listOrderEvents: { method: 'GET', path: '/orders/:id/events/', who: 'owner', right: 'orders' },
  addOrderEvent: { method: 'POST', path: '/orders/:id/events/', who: 'owner', right: 'orders', keyed: true },
  listOfferLinks: { method: 'GET', path: '/orders/:id/links/', who: 'owner', right: 'orders' },
  makeOfferLink: { method: 'POST', path: '/orders/:id/links/', who: 'owner', right: 'orders' },
  revokeOfferLink: { method: 'DELETE', path: '/orders/:id/links/:link/', who: 'owner', right: 'orders' },
  getFile: { method: 'GET', path: '/files/:id/', who: 'owner', right: 'orders' },
  listPapers: { method: 'GET', path: '/orders/:id/papers/', who: 'admin', right: 'orders' },
  makePaper: { method: 'POST', path: '/orders/:id/papers/', who: 'admin', right: 'orders', keyed: true },
  deleteOrder: { method: 'DELETE', path: '/orders/delete/:id/', who: 'admin', right: 'orders' },
  subscribe: { method: 'POST', path: '/subscribe/', who: 'public', keyed: true },
  listSubscribers: { method: 'GET', path: '/subscribers/', who: 'admin', right: 'people' },
  deleteSubscriber: { method: 'DELETE', path: '/subscribers/:id/', who: 'admin', right: 'people' },
  sendContact: { method: 'POST', path: '/contact/', who: 'public', keyed: true },
  listMessages: { method: 'GET', path: '/messages/', who: 'admin', right: 'people' },
  updateMessage: { method: 'PUT', path: '/messages/:id/', who: 'admin', right: 'people' },
  deleteMessage: { method: 'DELETE', path: '/messages/:id/', who: 'admin', right: 'people' },
  getShop: { method: 'GET', path: '/shop/', who: 'public' },
  updateShop: { method: 'PUT', path: '/shop/', who: 'admin', right: 'shop' },
  uploadLogo: { method: 'POST', path: '/shop/logo/', who: 'admin', right: 'shop' },
  getSeller: { method: 'GET', path: '/shop/seller/', who: 'admin', right: 'shop' },
  updateSeller: { method: 'PUT', path: '/shop/seller/', who: 'admin', right: 'shop' },
  changeBank: { method: 'POST', path: '/shop/bank/', who: 'admin', right: 'shop' },
  confirmBank: { method: 'POST', path: '/shop/bank/:id/confirm/', who: 'admin', right: 'shop' },
  withdrawBank: { method: 'DELETE', path: '/shop/bank/:id/', who: 'admin', right: 'shop' },
  shopSetup: { method: 'GET', path: '/shop/setup/', who: 'admin', right: 'shop' },
  listAdminActions: { method: 'GET', path: '/admin/log/', who: 'admin', right: 'shop' },
  listWebhooks: { method: 'GET', path: '/webhooks/', who: 'admin', right: 'shop' },
  createWebhook: { method: 'POST', path: '/webhooks/', who: 'admin', right: 'shop' },
  updateWebhook: { method: 'PUT', path: '/webhooks/:id/', who: 'admin', right: 'shop' },
  renewWebhookSecret: { method: 'POST', path: '/webhooks/:id/secret/', who: 'admin', right: 'shop' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/:id/', who: 'admin', right: 'shop' },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/:id/deliveries/', who: 'admin', right: 'shop' },
  testWebhook: { method: 'POST', path: '/webhooks/:id/test/', who: 'admin', right: 'shop' },
  resendWebhookDelivery: {
    ...{ method: 'POST', path: '/webhooks/:id/deliveries/:delivery/resend/' },
    ...{ who: 'admin', right: 'shop' },
  },
  pushKey: { method: 'GET', path: '/push/key/', who: 'public' },
  savePushSubscription: { method: 'PUT', path: '/push/subscriptions/', who: 'user' },
  deletePushSubscription: { method: 'DELETE', path: '/push/subscriptions/', who: 'user' },
  live: { method: 'GET', path: '/live/', who: 'user' },
  health: { method: 'GET', path: '/health/', who: 'public' },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
