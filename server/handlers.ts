import { business, limits } from '../contract/limits.ts'
import { orderStates } from '../contract/order-state.ts'
import type { ShopSettings } from '../contract/shop.ts'
import * as keys from './accounts/api-keys.ts'
import { getConfirmation, mailConfirmation } from './accounts/confirm-email.ts'
import * as invitations from './accounts/invitations.ts'
import * as accepting from './accounts/invitations.ts'
import { login } from './accounts/login.ts'
import { deleteUser, updateUser } from './accounts/manage-users.ts'
import { collectOwnData, deleteOwnAccount } from './accounts/own-account.ts'
import { endOwnSession, listOwnSessions, typePassword } from './accounts/own-sessions.ts'
import { askReset, makeResetLink, resetPassword } from './accounts/password-reset.ts'
import { deletePushSubscription, requirePushKeys, savePushSubscription } from './accounts/push-subscriptions.ts'
import { logout } from './accounts/sessions.ts'
import * as users from './accounts/users.ts'
import { listFishChanges } from './catalogue/fish-changes.ts'
import * as fishes from './catalogue/fishes.ts'
import { countFishes, type FishRead } from './catalogue/fishes-table.ts'
import { checkImport, importFishes } from './catalogue/import-fishes.ts'
import * as reads from './catalogue/read-fishes.ts'
import { createReview, deleteReview, listReviews } from './catalogue/reviews.ts'
import { setStock } from './catalogue/stock.ts'
import { deleteMessage, listMessages, saveContact, updateMessage } from './inbox/contact.ts'
import { deleteSubscriber, listSubscribers, subscribe } from './inbox/subscribers.ts'
import { deleteOrder } from './orders/delete-order.ts'
import { listOfferLinks, makeOfferLink, revokeOfferLink } from './orders/offer-links.ts'
import { listOrderChanges } from './orders/order-changes.ts'
import { addOrderEvent, listOrderEvents } from './orders/order-events.ts'
import * as orders from './orders/orders.ts'
import { changeBank, confirmBank, withdrawBank } from './papers/bank.ts'
import { listPapers, makePaper } from './papers/papers.ts'
import { getSeller, updateSeller } from './papers/seller.ts'
import { listAdminActions } from './platform/admin-log.ts'
import { revisionIn, tagsIn, versionIn } from './platform/http/answer-cache.ts'
import { answerList, listHeaders } from './platform/http/paging.ts'
import type { Handlers } from './platform/http/route-spec.ts'
import { limitFailures } from './platform/rate-limits.ts'
import { Answer, refuseFields } from './platform/refusal.ts'
import type { ServiceDeps } from './service-deps.ts'
import { getShopSettings, getShopSetup, getShopText, updateShopSettings, updateShopText } from './shop/shop-settings.ts'
import * as webhooks from './webhooks/webhooks.ts'
import { listDeliveries, resendDelivery, testWebhook } from './webhooks/webhooks.ts'

/** Makes a check whether If-Match names a product's `updated_at`, or the ETag of `getFish` since its last change. */
function isNamedBy(ifMatch: string | undefined) {
  if (ifMatch === undefined) return undefined
  return (now: FishRead) =>
    tagsIn(ifMatch).some((tag) => tag === '*' || tag === now.updated_at || versionIn(tag) >= now.seq)
}

const guarded = <T>(deps: ServiceDeps, who: string, work: () => Promise<T>) =>
  limitFailures(deps, { kind: 'invitation', who }, work)

/** What each call of the contract does, by its name; those of files, live hints and health are made in app.ts. */
export const handlers = {
  listFish: async (deps, { query: { page = 1, per_page: perPage = business.listPerPage, ...filter } }) =>
    await reads.listFishes(deps, { page, perPage, ...filter }),
  countFish: async (deps) => ({ count: await countFishes(deps.db) }),
  topFishes: (deps) => reads.listTopFishes(deps),
  fishesByType: (deps, { param: type, query: { page, per_page: perPage } }) =>
    reads.listFishesByType(deps, { type, page, perPage }),
  fishChanges: async (deps, { query: { since, limit = limits.changesPerCall } }) =>
    await listFishChanges(deps, { since, limit }),
  getFish: (deps, { param }) => reads.findFish(deps, param),
  createFish: (deps, { body, upload, user }) => fishes.createFish(deps, body, { upload, actor: user }),
  updateFish: (deps, { param, body, user, ifMatch }) =>
    fishes.updateFish(deps, param, { input: body, isUnchanged: isNamedBy(ifMatch), actor: user }),
  setStock: (deps, { param, body, user, key }) => setStock(deps, { fishId: param, by: user, key, input: body }),
  importFishes: (deps, { query, body: { rows }, user, key }) =>
    query.check ? checkImport(deps, rows) : importFishes(deps, { by: user, key, rows }),
  uploadPicture: async (deps, { body, upload, user, ifMatch }) => {
    if (!upload) throw refuseFields({ path: 'image', rule: 'pictureFile' })
    const set = await fishes.setPicture(deps, body.fishe_id, { upload, isUnchanged: isNamedBy(ifMatch), actor: user })
    return new Answer(set.image, { headers: { etag: `"${set.updated_at}"` } })
  },
  deleteFish: (deps, { param, user }) => fishes.deleteFish(deps, param, user),
  listReviews: (deps, { param: fishId, query: { page = 1 } }) => listReviews(deps, { fishId, page }),
  createReview: (deps, { param, user, key, body }) =>
    createReview(deps, { fishId: param, caller: user, key, input: body }),
  deleteReview: (deps, { param: fishId, secondParam: reviewId, user }) =>
    deleteReview(deps, { fishId, reviewId }, user),
  register: async (deps, { body, address, language }) => {
    const work = () => users.register(deps, body, { address, language })
    return { data: await limitFailures(deps, { kind: 'register', who: address }, work) }
  },
  login: async (deps, { body, address }) => ({ data: await login(deps, body, address) }),
  logout: (deps, { user }) => logout(deps, user),
  updateProfile: async (deps, { user, language, body }) => ({
    data: await users.updateProfile(deps, { ...user, language }, body),
  }),
  listUsers: async (deps, { query }) => answerList('/api/users/', query, await users.listUsers(deps, query)),
  getUser: (deps, { param, user }) => users.findUser(deps, param, user),
  updateUser: (deps, { param, user, language, body }) =>
    updateUser(deps, param, { input: body, actor: user, language }),
  deleteUser: (deps, { param, user }) => deleteUser(deps, param, user),
  pushKey: async (deps) => ({ key: (await requirePushKeys(deps)).publicKey }),
  savePushSubscription: (deps, { user, body, language }) =>
    savePushSubscription(deps, { actor: user, input: body, language }),
  deletePushSubscription: (deps, { user }) => deletePushSubscription(deps, user),
  listSessions: (deps, { user }) => listOwnSessions(deps, user),
  endSession: (deps, { user, param }) => endOwnSession(deps, user, param),
  typePassword: (deps, { user, body }) => typePassword(deps, user, body.password),
  getConfirmation: (deps, { user }) => getConfirmation(deps, user.id),
  mailConfirmation: (deps, { user, language }) => mailConfirmation(deps, user, language),
  downloadOwnData: (deps, { user }) => collectOwnData(deps, user),
  deleteOwnAccount: (deps, { user, body }) => deleteOwnAccount(deps, user, body.password),
  forgotPassword: (deps, { body, address, language }) => askReset(deps, { email: body.email, address, language }),
  resetPassword: (deps, { body, address, language }) =>
    limitFailures(deps, { kind: 'reset', who: address }, () => resetPassword(deps, body, { address, language })),
  makeResetLink: (deps, { param, user }) => makeResetLink(deps, param, user),
  listInvitations: (deps) => invitations.listInvitations(deps),
  invite: (deps, { body, user, language }) => invitations.invite(deps, body, { actor: user, language }),
  renewInvitation: (deps, { param, user }) => invitations.renewInvitation(deps, param, user),
  withdrawInvitation: (deps, { param, user }) => invitations.withdrawInvitation(deps, param, user),
  openInvitation: (deps, { body, address }) => guarded(deps, address, () => accepting.openInvitation(deps, body.token)),
  acceptInvitation: async (deps, { body, address, language }) => {
    const accept = () => accepting.acceptInvitation(deps, body, { address, language })
    return { data: await guarded(deps, address, accept) }
  },
  joinByInvitation: (deps, { body, user }) =>
    guarded(deps, user.from, () => accepting.joinByInvitation(deps, body.token, user)),
  listApiKeys: (deps) => keys.listApiKeys(deps),
  makeApiKey: (deps, { body, user }) => keys.makeApiKey(deps, body, user),
  revokeApiKey: (deps, { param, user }) => keys.revokeApiKey(deps, param, user),
  listOrders: async (deps, { query }) => {
    const states = orderStates.filter((state) => query.state?.split(',').includes(state))
    return answerList('/api/orders/', query, await orders.listOrders(deps, { ...query, states }))
  },
  myOrders: async (deps, { query, user }) => {
    const listed = await orders.listOrdersOf(deps, user.id, query)
    return new Answer({ data: listed.rows }, { headers: listHeaders('/api/orders/myorders/', query, listed) })
  },
  getOrder: (deps, { param, user }) => orders.findOrder(deps, param, user),
  createOrder: (deps, { user, address, key, body, language }) =>
    orders.createOrder(deps, { caller: user, address, key, input: body, language }),
  orderChanges: async (deps, { query: { since, limit = limits.changesPerCall }, user }) =>
    await listOrderChanges(deps, user, { since, limit }),
  orderCounts: (deps) => orders.countOrders(deps),
  listOrderEvents: (deps, { param, user, query }) =>
    listOrderEvents(deps, { orderId: param, reader: user, before: query.before }),
  addOrderEvent: (deps, { param, user, address, key, body }) =>
    addOrderEvent(deps, { orderId: param, author: user, address, key, body }),
  listOfferLinks: (deps, { param, user }) => listOfferLinks(deps, { orderId: param, person: user }),
  makeOfferLink: (deps, { param, user }) => makeOfferLink(deps, { orderId: param, person: user }),
  revokeOfferLink: (deps, { param, secondParam, user }) =>
    revokeOfferLink(deps, { orderId: param, id: secondParam, person: user }),
  deleteOrder: (deps, { param, user, query }) =>
    deleteOrder(deps, { id: param, actor: user, reference: query.reference }),
  listPapers: (deps, { param }) => listPapers(deps, param),
  makePaper: (deps, { param, body, user, key }) =>
    makePaper(deps, { orderId: param, kind: body.kind, author: user, key }),
  getShop: async (deps) => {
    const settings = await getShopSettings(deps, deps.db)
    return new Answer(settings, { revision: settings.version })
  },
  updateShop: (deps, { body, user, ifMatch = '*' }) => {
    const isUnchanged = ({ version }: ShopSettings) =>
      tagsIn(ifMatch).some((tag) => tag === '*' || revisionIn(tag) === version)
    return updateShopSettings(deps, { input: body, isUnchanged, actor: user })
  },
  getShopText: (deps, { param }) => getShopText(deps, param),
  updateShopText: (deps, { param, body, user }) => updateShopText(deps, param, { input: body, actor: user }),
  uploadLogo: async (deps, { upload }) => {
    if (!upload) throw refuseFields({ path: 'image', rule: 'pictureFile' })
    return deps.storeLogo(upload)
  },
  shopSetup: (deps) => getShopSetup(deps),
  getSeller: (deps, { user }) => getSeller(deps, deps.db, user.id),
  updateSeller: (deps, { body, user }) => updateSeller(deps, body, user),
  changeBank: (deps, { body, user }) => changeBank(deps, body, user),
  confirmBank: (deps, { param, body, user }) => confirmBank(deps, { id: param, password: body.password, actor: user }),
  withdrawBank: (deps, { param, user }) => withdrawBank(deps, param, user),
  sendContact: (deps, { body, key, address }) => saveContact(deps, { input: body, key, address }),
  listMessages: async (deps, { query }) => answerList('/api/messages/', query, await listMessages(deps, query)),
  updateMessage: (deps, { param, body, user }) => updateMessage(deps, param, { update: body, actor: user }),
  deleteMessage: (deps, { param, user }) => deleteMessage(deps, param, user),
  subscribe: (deps, { body, key, address }) => subscribe(deps, { email: body.email, key, address }),
  listSubscribers: async (deps, { query }) =>
    answerList('/api/subscribers/', query, await listSubscribers(deps, query)),
  deleteSubscriber: (deps, { param, user }) => deleteSubscriber(deps, param, user),
  listWebhooks: (deps) => webhooks.listWebhooks(deps),
  createWebhook: (deps, { body, user }) => webhooks.createWebhook(deps, { input: body, actor: user }),
  updateWebhook: (deps, { param, body, user }) => webhooks.changeWebhook(deps, param, { input: body, actor: user }),
  renewWebhookSecret: (deps, { param, user }) => webhooks.renewSecret(deps, param, user),
  deleteWebhook: (deps, { param, user }) => webhooks.deleteWebhook(deps, param, user),
  listWebhookDeliveries: (deps, { param }) => listDeliveries(deps, param),
  testWebhook: (deps, { param, user }) => testWebhook(deps, param, user),
  resendWebhookDelivery: (deps, { param, secondParam, user }) =>
    resendDelivery(deps, { id: param, delivery: secondParam, actor: user }),
  listAdminActions: async (deps, { query }) =>
    answerList('/api/admin/log/', query, await listAdminActions(deps, query)),
} satisfies Omit<Handlers, 'getFile' | 'live' | 'health'>
