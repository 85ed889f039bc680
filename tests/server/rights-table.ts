import type { EndpointName } from '../../contract/endpoints.ts'

/** Who calls: nobody, whom the thing belongs to, another customer, an administrator, a user who was deleted. */
export const actors = ['visitor', 'owner', 'other', 'admin', 'deleted'] as const
export type Actor = (typeof actors)[number]

/** Statuses in the order of `actors`, for a call that is otherwise right. */
export const rights: Record<EndpointName, readonly [number, number, number, number, number]> = {
  listFish: [200, 200, 200, 200, 200],
  countFish: [200, 200, 200, 200, 200],
  topFishes: [200, 200, 200, 200, 200],
  fishesByType: [200, 200, 200, 200, 200],
  fishChanges: [200, 200, 200, 200, 200],
  getFish: [200, 200, 200, 200, 200],
  createFish: [401, 403, 403, 201, 401],
  updateFish: [401, 403, 403, 200, 401],
  uploadPicture: [401, 403, 403, 200, 401],
  deleteFish: [401, 403, 403, 204, 401],
  listReviews: [200, 200, 200, 200, 200],
  createReview: [401, 201, 201, 201, 401],
  deleteReview: [401, 403, 403, 204, 401],
  register: [201, 201, 201, 201, 201],
  login: [200, 200, 200, 200, 200],
  logout: [401, 204, 204, 204, 401],
  listUsers: [401, 403, 403, 200, 401],
  getUser: [401, 200, 404, 200, 401],
  updateProfile: [401, 200, 403, 403, 401],
  updateUser: [401, 403, 403, 200, 401],
  deleteUser: [401, 403, 403, 204, 401],
  listOrders: [401, 403, 403, 200, 401],
  myOrders: [401, 200, 200, 200, 401],
  orderChanges: [401, 200, 200, 200, 401],
  orderCounts: [401, 403, 403, 200, 401],
  getOrder: [401, 200, 404, 200, 401],
  createOrder: [401, 201, 201, 201, 401],
  addOrderEvent: [401, 201, 404, 201, 401],
  deleteOrder: [401, 403, 403, 204, 401],
  subscribe: [201, 201, 201, 201, 201],
  listSubscribers: [401, 403, 403, 200, 401],
  deleteSubscriber: [401, 403, 403, 204, 401],
  sendContact: [201, 201, 201, 201, 201],
  listMessages: [401, 403, 403, 200, 401],
  updateMessage: [401, 403, 403, 200, 401],
  deleteMessage: [401, 403, 403, 204, 401],
  health: [200, 200, 200, 200, 200],
}
