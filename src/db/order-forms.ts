import { dropLocal } from '../lib/local-storage.ts'
import type { ShopDatabase } from './database.ts'

/** Inside a transaction over the values: what this user half-typed about an order that is gone. */
export async function removeOrderForms(db: ShopDatabase, userId: string, orderId: string): Promise<void> {
  await removeForms(db, userId, [`message-${orderId}`, ...answerForms(orderId)])
}

/** Inside a transaction over the values: nothing but messages can follow on this order. */
export async function removeAnswerForms(db: ShopDatabase, userId: string, orderId: string): Promise<void> {
  await removeForms(db, userId, answerForms(orderId))
}

const answerForms = (orderId: string) => ['offer', 'decline', 'turn-down'].map((form) => `${form}-${orderId}`)

async function removeForms(db: ShopDatabase, userId: string, forms: string[]): Promise<void> {
  const names = forms.map((form) => `form-of:${userId}:${form}`)
  await db.values.bulkDelete(names)
  for (const name of names) dropLocal(name)
}
