import { cartLineOf, getCart } from '../../src/db/cart.ts'
import { getValue, putValue } from '../../src/db/database.ts'
import { stashCartAsDraft } from '../../src/db/drafts.ts'
import { productWith } from '../support/product-with.ts'
import { type CartOperations, cartOperations } from './carts.ts'

const { setQuantity, saveDraft, takeDraft, news } = cartOperations

/** Bugs of cart and drafts in two tabs. */
export const cartMutants: Record<string, Partial<CartOperations>> = {
  'the cart is emptied whole with a request': { removeSentLines: (db) => db.cart.clear() },
  'a line that was changed leaves with a request': {
    removeSentLines: (db, lines) => db.cart.bulkDelete(lines.map(({ fishe }) => fishe)),
  },
  'what was sent stays in the cart': { removeSentLines: async () => undefined },
  'lines are read before the id of the order': {
    async cartOrder(db, newId) {
      const lines = await getCart(db)
      await new Promise(setImmediate)
      const id = (await getValue(db, 'order-id')) ?? newId()
      await putValue(db, 'order-id', id)
      return { id, lines }
    },
  },
  'every tab makes its own id': {
    cartOrder: async (db, newId) => ({ id: newId(), lines: await getCart(db) }),
  },
  'a draft is taken by two tabs at once': {
    async takeDraft(db, id, stashed) {
      const draft = await db.drafts.get(id)
      if (draft === undefined) return false
      await saveDraft(db, stashed)
      await db.cart.bulkPut(draft.lines)
      await db.drafts.delete(id)
      return true
    },
  },
  'a draft that was taken stays': {
    async takeDraft(db, id, stashed) {
      const draft = await db.drafts.get(id)
      const taken = await takeDraft(db, id, stashed)
      if (draft) await db.drafts.put(draft)
      return taken
    },
  },
  'a draft replaces the cart': {
    async takeDraft(db, id, stashed) {
      await db.cart.clear()
      return takeDraft(db, id, stashed)
    },
  },
  'a draft is put among the lines of the cart': {
    takeDraft: (db, id) =>
      db.transaction('rw', db.cart, db.drafts, async () => {
        const draft = await db.drafts.get(id)
        if (draft) await db.cart.bulkPut(draft.lines)
        await db.drafts.delete(id)
        return draft !== undefined
      }),
  },
  'a saved cart stays in hand': {
    async saveDraft(db, draft) {
      const lines = await getCart(db)
      const saved = await saveDraft(db, draft)
      await db.cart.bulkPut(lines)
      return saved
    },
  },
  'the cart is emptied some time after it was saved': {
    async saveDraft(db, { id, name, now }) {
      const lines = await getCart(db)
      if (lines.length > 0) await db.drafts.put({ id, name, lines, createdAt: now, updatedAt: now })
      await new Promise(setImmediate)
      await db.cart.clear()
      return lines.length > 0
    },
  },
  'a saved cart takes the place of the last draft': {
    saveDraft: (db, draft) =>
      db.transaction('rw', db.cart, db.drafts, db.keyValue, async () => {
        await db.drafts.clear()
        return stashCartAsDraft(db, draft)
      }),
  },
  'a change of quantity brings a removed line back': {
    async setQuantity(db, fishe, qty) {
      await setQuantity(db, fishe, qty)
      const old = await db.cart.get(fishe)
      if (!old) await db.cart.put({ ...cartLineOf(fishOf(fishe), qty, qty) })
    },
  },
  'news of a product bring a removed line back': {
    async news(db, fish) {
      await news(db, fish)
      if (!(await db.cart.get(fish._id))) await db.cart.put(cartLineOf(fish, 0.5, 1))
    },
  },
  'news of a product undo a change of quantity': {
    async news(db, fish) {
      const line = await db.cart.get(fish._id)
      for (let turns = 0; turns < 6; turns++) await new Promise(setImmediate)
      if (line && (await db.cart.get(fish._id))) await db.cart.put({ ...line, trade_name: fish.trade_name })
    },
  },
  'a product that is there already keeps its quantity': {
    async put(db, line) {
      const old = await db.cart.get(line.fishe)
      await cartOperations.put(db, { ...line, qty: old?.qty ?? line.qty })
    },
  },
}

function fishOf(_id: string) {
  return productWith('', { _id, image: '', size: '', weight: '', rating: 0, numReviews: 0, updated_at: '' })
}
