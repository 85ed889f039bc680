import * as apiKeys from './accounts/api-keys.ts'
import * as confirmEmail from './accounts/confirm-email.ts'
import * as invitations from './accounts/invitations.ts'
import * as manageUsers from './accounts/manage-users.ts'
import * as ownAccount from './accounts/own-account-service.ts'
import * as passwordReset from './accounts/password-reset.ts'
import * as pushSubscriptions from './accounts/push-subscriptions.ts'
import * as sessions from './accounts/sessions.ts'
import * as users from './accounts/users.ts'
import { listAdminActions } from './audit/audit.ts'
import * as fishPictures from './catalogue/fish-pictures.ts'
import * as fishes from './catalogue/fish-service.ts'
import * as importFishes from './catalogue/import-fishes.ts'
import * as lots from './catalogue/lots.ts'
import * as readFishes from './catalogue/read-fishes.ts'
import * as reviews from './catalogue/review-service.ts'
import * as stockAlerts from './catalogue/stock-alerts.ts'
import type { Handlers } from './http/pipeline.ts'
import * as contact from './inbox/contact.ts'
import * as subscribers from './inbox/subscribers.ts'
import * as customers from './orders/customers.ts'
import { listLotOrders } from './orders/lot-orders.ts'
import * as offerLinks from './orders/offer-links.ts'
import * as orderChanges from './orders/order-changes.ts'
import * as orderEvents from './orders/order-event-service.ts'
import * as orders from './orders/order-service.ts'
import * as reminders from './orders/reminders.ts'
import { getDossier } from './papers/dossier.ts'
import * as papers from './papers/paper-service.ts'
import * as seller from './papers/seller.ts'
import * as shop from './shop/shop-settings.ts'
import * as webhooks from './webhooks/webhook-service.ts'

/** What each call of the contract does: the use case that is exported under its name. Those of files, live hints and health are made in server-app.ts. */
export const handlers = {
  ...apiKeys,
  ...confirmEmail,
  ...invitations,
  ...manageUsers,
  ...ownAccount,
  ...passwordReset,
  ...pushSubscriptions,
  ...sessions,
  ...users,
  ...fishPictures,
  ...fishes,
  ...importFishes,
  ...lots,
  ...readFishes,
  ...reviews,
  ...stockAlerts,
  ...contact,
  ...subscribers,
  ...customers,
  ...offerLinks,
  ...orderChanges,
  ...orderEvents,
  ...orders,
  ...reminders,
  ...papers,
  ...seller,
  ...shop,
  ...webhooks,
  getDossier,
  listAdminActions,
  listLotOrders,
} satisfies Omit<Handlers, 'getFile' | 'live' | 'health'>
