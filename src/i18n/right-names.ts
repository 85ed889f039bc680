import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Right } from '../../contract/accounts.ts'

export const rightNames: Record<Right, MessageDescriptor> = {
  orders: msg({ message: 'Orders', comment: 'a right of an administrator: see and answer requests' }),
  products: msg({ message: 'Products', comment: 'a right of an administrator: catalogue, stock and import' }),
  people: msg({ message: 'People', comment: 'a right of an administrator: users, subscribers and messages' }),
  shop: msg({ message: 'Shop', comment: 'a right of an administrator: settings, rights and the log' }),
}

export const rightHints: Record<Right, MessageDescriptor> = {
  orders: msg`Sees and answers requests`,
  products: msg`Catalogue, stock and import`,
  people: msg`Users, subscribers and messages`,
  shop: msg`Settings, rights of others and the log`,
}
