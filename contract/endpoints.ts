/** Who may call: everybody, any signed-in user, the owner or an administrator, administrators only. */
export type Who = 'public' | 'user' | 'owner' | 'admin'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** below `/api`; `:name` is a parameter. Answers with and without the trailing slash. */
  path: string
  who: Who
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
  createFish: { method: 'POST', path: '/fishes/create/', who: 'admin' },
  updateFish: { method: 'PUT', path: '/fishes/update/:id/', who: 'admin' },
  setStock: { method: 'PUT', path: '/fishes/:id/stock/', who: 'admin', keyed: true },
  importFishes: { method: 'POST', path: '/fishes/import/', who: 'admin', keyed: true },
  uploadPicture: { method: 'POST', path: '/fishes/upload/', who: 'admin' },
  deleteFish: { method: 'DELETE', path: '/fishes/delete/:id/', who: 'admin' },
  listReviews: { method: 'GET', path: '/fishes/:id/reviews/', who: 'public' },
  createReview: { method: 'POST', path: '/fishes/:id/reviews/', who: 'user', keyed: true },
  deleteReview: { method: 'DELETE', path: '/fishes/:id/reviews/:review/', who: 'admin' },
  register: { method: 'POST', path: '/users/register/', who: 'public' },
  login: { method: 'POST', path: '/users/login/', who: 'public' },
  forgotPassword: { method: 'POST', path: '/users/forgot/', who: 'public' },
  resetPassword: { method: 'POST', path: '/users/reset/', who: 'public' },
  logout: { method: 'POST', path: '/users/logout/', who: 'user' },
  listUsers: { method: 'GET', path: '/users/', who: 'admin' },
  listSessions: { method: 'GET', path: '/users/sessions/', who: 'user' },
  endSession: { method: 'DELETE', path: '/users/sessions/:id/', who: 'user' },
  getConfirmation: { method: 'GET', path: '/users/confirmation/', who: 'user' },
  mailConfirmation: { method: 'POST', path: '/users/confirmation/', who: 'user' },
  downloadOwnData: { method: 'GET', path: '/users/data/', who: 'user' },
  deleteOwnAccount: { method: 'POST', path: '/users/delete-account/', who: 'user' },
  getUser: { method: 'GET', path: '/users/:id', who: 'owner' },
  updateProfile: { method: 'PUT', path: '/users/profile/update/', who: 'user' },
  updateUser: { method: 'PUT', path: '/users/update/:id/', who: 'admin' },
  makeResetLink: { method: 'POST', path: '/users/:id/reset-link/', who: 'admin' },
  deleteUser: { method: 'DELETE', path: '/users/delete/:id/', who: 'admin' },
  listOrders: { method: 'GET', path: '/orders/', who: 'admin' },
  myOrders: { method: 'GET', path: '/orders/myorders/', who: 'user' },
  orderChanges: { method: 'GET', path: '/orders/changes/', who: 'user' },
  orderCounts: { method: 'GET', path: '/orders/counts/', who: 'admin' },
  getOrder: { method: 'GET', path: '/orders/:id/', who: 'owner' },
  createOrder: { method: 'POST', path: '/orders/add/', who: 'user', keyed: true },
  listOrderEvents: { method: 'GET', path: '/orders/:id/events/', who: 'owner' },
  addOrderEvent: { method: 'POST', path: '/orders/:id/events/', who: 'owner', keyed: true },
  deleteOrder: { method: 'DELETE', path: '/orders/delete/:id/', who: 'admin' },
  subscribe: { method: 'POST', path: '/subscribe/', who: 'public', keyed: true },
  listSubscribers: { method: 'GET', path: '/subscribers/', who: 'admin' },
  deleteSubscriber: { method: 'DELETE', path: '/subscribers/:id/', who: 'admin' },
  sendContact: { method: 'POST', path: '/contact/', who: 'public', keyed: true },
  listMessages: { method: 'GET', path: '/messages/', who: 'admin' },
  updateMessage: { method: 'PUT', path: '/messages/:id/', who: 'admin' },
  deleteMessage: { method: 'DELETE', path: '/messages/:id/', who: 'admin' },
  getShop: { method: 'GET', path: '/shop/', who: 'public' },
  updateShop: { method: 'PUT', path: '/shop/', who: 'admin' },
  uploadLogo: { method: 'POST', path: '/shop/logo/', who: 'admin' },
  shopSetup: { method: 'GET', path: '/shop/setup/', who: 'admin' },
  listAdminActions: { method: 'GET', path: '/admin/log/', who: 'admin' },
  pushKey: { method: 'GET', path: '/push/key/', who: 'public' },
  savePushSubscription: { method: 'PUT', path: '/push/subscriptions/', who: 'user' },
  deletePushSubscription: { method: 'DELETE', path: '/push/subscriptions/', who: 'user' },
  live: { method: 'GET', path: '/live/', who: 'user' },
  health: { method: 'GET', path: '/health/', who: 'public' },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
