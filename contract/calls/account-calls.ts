import * as v from 'valibot'
import * as accounts from '../accounts.ts'
import { tolerantList } from '../fields.ts'
import { PushInput, PushKey } from '../sw-messages.ts'
import { callsOf, everybody, keyword, paging, people, shop, signedIn } from './call.ts'

export const accountsCalls = {
  register: everybody.create('/users/register/', 'Create an account', {
    body: accounts.RegisterInput,
    answer: accounts.UserData,
  }),
  login: everybody.post('/users/login/', 'Log in; send the token as a bearer token in the Authorization header', {
    body: accounts.LoginInput,
    answer: accounts.UserData,
  }),
  forgotPassword: everybody.post(
    '/users/forgot/',
    'Request a mail with a password-reset link; the answer does not reveal whether the address has an account',
    { body: accounts.ForgotInput },
  ),
  resetPassword: everybody.post(
    '/users/reset/',
    'Set a new password with the token of a link; without a password only check the link',
    { body: accounts.ResetInput },
  ),
  logout: signedIn.post('/users/logout/', 'End this session'),
  listUsers: people.get('/users/', 'All users', {
    query: v.object({ keyword, ...paging }),
    answer: tolerantList(accounts.AdminUser),
  }),
  listSessions: signedIn.get('/users/sessions/', 'One’s own sessions, on all devices', {
    answer: tolerantList(accounts.OwnSession),
  }),
  endSession: signedIn.delete('/users/sessions/:id/', 'End one of one’s own sessions'),
  typePassword: signedIn.post(
    '/users/password/',
    'Type one’s own password again, which counts for ten minutes in this session, where a call refused with `password-needed`',
    { body: accounts.PasswordInput },
  ),
  getConfirmation: signedIn.get('/users/confirmation/', 'Whether one’s own e-mail address is confirmed', {
    answer: accounts.Confirmation,
  }),
  mailConfirmation: signedIn.post(
    '/users/confirmation/',
    'Mail the link that confirms one’s own e-mail address once more, if it is not confirmed',
    { answer: accounts.Confirmation },
  ),
  downloadOwnData: signedIn.get('/users/data/', 'Everything that is stored about the user', {
    answer: accounts.OwnData,
  }),
  deleteOwnAccount: signedIn.post(
    '/users/delete-account/',
    'Delete one’s own account; cancels open orders and removes the name from reviews',
    { body: accounts.PasswordInput },
  ),
  getUser: callsOf({ who: 'owner', right: 'people' }).get('/users/:id', 'A user, for themselves or an administrator', {
    answer: accounts.User,
  }),
  updateProfile: signedIn.put('/users/profile/update/', 'Change one’s own name, e-mail address and password', {
    body: accounts.ProfileInput,
    answer: accounts.UserData,
  }),
  changeAddresses: signedIn.post('/users/addresses/', 'Add, change or remove an address of one’s own address book', {
    keyed: true,
    body: accounts.AddressChange,
    answer: accounts.AddressBook,
  }),
  updateUser: people.put(
    '/users/update/:id/',
    'Change a user; giving or taking rights needs the right `shop`, and so does changing another administrator',
    { body: accounts.UserUpdate, answer: accounts.AdminUser },
  ),
  makeResetLink: people.create(
    '/users/:id/reset-link/',
    'Make a password-reset link to pass on to a user; it works once, within an hour',
    { answer: accounts.ResetLink },
  ),
  deleteUser: people.delete(
    '/users/delete/:id/',
    'Delete a user, an administrator only with the right `shop`; orders retain name and e-mail address',
  ),
  listApiKeys: shop.get('/keys/', 'The API keys of the shop, without their secrets', {
    answer: tolerantList(accounts.ApiKey),
  }),
  makeApiKey: shop.create('/keys/', 'Make an API key, which is shown only once; send it as a bearer token', {
    body: accounts.ApiKeyInput,
    answer: accounts.ApiKeyMade,
  }),
  revokeApiKey: shop.delete('/keys/:id/', 'Revoke an API key'),
  listInvitations: shop.get('/invitations/', 'Open invitations, without their links', {
    answer: tolerantList(accounts.Invitation),
  }),
  invite: shop.create(
    '/invitations/',
    'Invite somebody to become an administrator, with none but one’s own rights; by mail where there is an address',
    { body: accounts.InvitationInput, answer: accounts.InvitationMade },
  ),
  renewInvitation: shop.post(
    '/invitations/:id/renew/',
    'Make an open invitation last seven days from now, with a new link and mail',
    { answer: accounts.InvitationMade },
  ),
  withdrawInvitation: shop.delete('/invitations/:id/', 'Withdraw an open invitation'),
  openInvitation: everybody.post('/invitations/open/', 'What the invitation behind a link offers', {
    body: accounts.InvitationToken,
    answer: accounts.InvitationSeen,
  }),
  acceptInvitation: everybody.create('/invitations/accept/', 'Create an account with the rights of an invitation', {
    body: accounts.InvitationAcceptance,
    answer: accounts.UserData,
  }),
  joinByInvitation: signedIn.post(
    '/invitations/join/',
    'Add the rights of an invitation to those of one’s own account',
    { body: accounts.InvitationToken, answer: accounts.User },
  ),
  pushKey: everybody.get('/push/key/', 'The shop’s public VAPID key, to subscribe with', { answer: PushKey }),
  savePushSubscription: signedIn.put(
    '/push/subscriptions/',
    'Subscribe this browser until the session ends; replaces the session’s previous subscription',
    { body: PushInput },
  ),
  deletePushSubscription: signedIn.delete('/push/subscriptions/', 'Delete the push subscription of this session'),
}
