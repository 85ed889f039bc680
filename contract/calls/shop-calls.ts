import * as v from 'valibot'
import { AdminAction, subjectKinds } from '../admin-log.ts'
import { oneOf, tolerantList } from '../fields.ts'
import * as inbox from '../inbox.ts'
import { BankInput, BankPassword, Seller, SellerInput } from '../papers/parties.ts'
import { Health, liveHints } from '../service.ts'
import { ShopSettings, ShopSetup, ShopText, TestMail } from '../shop.ts'
import { ShopTextUpdate, ShopUpdate } from '../shop-input.ts'
import { Delivery, DeliveryMade, Webhook, WebhookInput, WebhookSecret } from '../webhooks.ts'
import { asked, everybody, keyword, onePicture, paging, people, StoredImage, shop, signedIn } from './call.ts'

/** Settings, seller and log of the shop; its inbox and webhooks; live hints and health. */
export const shopCalls = {
  subscribe: everybody.create(
    '/subscribe/',
    'Subscribe an address to the newsletter; Gmail only, unless the settings allow others',
    { keyed: true, body: inbox.SubscribeInput, answer: inbox.SubscribeAnswer },
  ),
  listSubscribers: people.get('/subscribers/', 'All newsletter subscribers', {
    query: v.object(paging),
    answer: tolerantList(inbox.Subscriber),
  }),
  deleteSubscriber: people.delete('/subscribers/:id/', 'Delete a newsletter subscriber'),
  sendContact: everybody.create('/contact/', 'Send a message to the shop', {
    keyed: true,
    body: inbox.ContactInput,
    accepts: ['json', 'form', 'multipart'],
    aliases: { message: 'user_message' },
    answer: inbox.ContactAnswer,
  }),
  listMessages: people.get(
    '/messages/',
    'Messages of the contact form, newest first; with state=new only the unread ones; a page of long ones has ten',
    { query: v.object({ state: v.optional(v.literal('new')), ...paging }), answer: tolerantList(inbox.ContactMessage) },
  ),
  updateMessage: people.put('/messages/:id/', 'Mark a message as read or answered', {
    body: inbox.MessageUpdate,
    answer: inbox.ContactMessage,
  }),
  deleteMessage: people.delete('/messages/:id/', 'Delete a message'),
  getShop: everybody.get('/shop/', 'The settings of the shop: name, logo, texts, contacts, terms', {
    answer: ShopSettings,
    cached: true,
  }),
  updateShop: shop.put(
    '/shop/',
    'Replace the settings of the shop; with If-Match or a version only if they are unchanged since, else 409',
    { body: ShopUpdate, answer: ShopSettings },
  ),
  uploadLogo: shop.post(
    '/shop/logo/',
    'Store a square picture as a logo; answers the value for the setting `logo`, which has to be saved to use it',
    { ...onePicture, answer: StoredImage },
  ),
  uploadShopPicture: shop.post(
    '/shop/picture/',
    'Store a picture of the shop; answers the value for a setting such as `hero`, which has to be saved to use it',
    { ...onePicture, answer: StoredImage },
  ),
  sendTestMail: shop.post(
    '/shop/mail/test/',
    'Send a test mail to the caller, and say whether the mail server took it',
    { answer: TestMail },
  ),
  getSeller: shop.get('/shop/seller/', 'Who sells, as papers name it, and the bank account', { answer: Seller }),
  updateSeller: shop.put(
    '/shop/seller/',
    'Replace the names and numbers of who sells; with a version only if they are unchanged since, else 409',
    { body: SellerInput, answer: Seller },
  ),
  changeBank: shop.post(
    '/shop/bank/',
    'Give the bank account that buyers pay to: the first at once, another after a day unless a second person confirms it',
    { body: BankInput, answer: Seller },
  ),
  confirmBank: shop.post(
    '/shop/bank/:id/confirm/',
    'Let a pending bank account hold at once; only for another person than the one who gave it',
    { body: BankPassword, answer: Seller },
  ),
  withdrawBank: shop.delete('/shop/bank/:id/', 'Withdraw a pending bank account'),
  getShopText: everybody.get(
    '/shop/texts/:page/',
    'The text of a page that the law asks for: terms, privacy or imprint; empty where the shop has none',
    { answer: ShopText, cached: true },
  ),
  updateShopText: shop.put(
    '/shop/texts/:page/',
    'Replace the text of terms, privacy or imprint; with a version only if it is unchanged since, else 409',
    { body: ShopTextUpdate, answer: ShopText },
  ),
  shopSetup: shop.get('/shop/setup/', 'Which steps of setting up the shop are done', {
    keys: 'shop',
    answer: ShopSetup,
  }),
  listAdminActions: shop.get(
    '/admin/log/',
    'Actions of administrators, newest first; optionally of one administrator or on one kind of thing',
    {
      query: v.object({
        by: asked(100, 'id of the administrator'),
        thing: v.optional(oneOf(subjectKinds)),
        keyword,
        ...paging,
      }),
      answer: tolerantList(AdminAction),
    },
  ),
  listWebhooks: shop.get('/webhooks/', 'The webhooks of the shop, without their secrets', {
    answer: tolerantList(Webhook),
  }),
  createWebhook: shop.create('/webhooks/', 'Add a webhook; its secret is answered only here', {
    body: WebhookInput,
    answer: WebhookSecret,
  }),
  updateWebhook: shop.put('/webhooks/:id/', 'Change a webhook, pause it or go on', {
    body: WebhookInput,
    answer: Webhook,
  }),
  renewWebhookSecret: shop.create(
    '/webhooks/:id/secret/',
    'Make a new secret of a webhook, answered only here; the old one signs as well for 24 hours',
    { answer: WebhookSecret },
  ),
  deleteWebhook: shop.delete('/webhooks/:id/', 'Delete a webhook with all that waits for it'),
  listWebhookDeliveries: shop.get('/webhooks/:id/deliveries/', 'The hundred newest deliveries of a webhook', {
    answer: tolerantList(Delivery),
  }),
  testWebhook: shop.create(
    '/webhooks/:id/test/',
    'Send a test to a webhook; its answer is then in the list of deliveries',
    { answer: DeliveryMade },
  ),
  resendWebhookDelivery: shop.create(
    '/webhooks/:id/deliveries/:delivery/resend/',
    'Send a delivery again; its answer is then in the list of deliveries',
    { answer: DeliveryMade },
  ),
  live: signedIn.get(
    '/live/',
    'Hints that something has changed, as server-sent events: then pull the feeds; comments in between',
    {
      answer: v.pipe(
        v.custom<never>((value) => value !== undefined),
        v.description(`server-sent events without data that say that something has changed: ${liveHints.join(' ')}`),
      ),
      sends: 'events',
    },
  ),
  health: everybody.get(
    '/health/',
    'Whether the server and its database work; with `?ready`, whether mail and pictures work, too',
    { query: v.object({ ready: asked(10, 'if it is there, mail and pictures are checked, too') }), answer: Health },
  ),
}
