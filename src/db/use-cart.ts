import { createContext, useContext } from 'react'
import type { CartLine } from './rows.ts'

/** The lines of the cart, by product, also when another tab changes them; undefined until they are read. */
export const CartContext = createContext<ReadonlyMap<string, CartLine> | undefined>(undefined)

export function useCart(): ReadonlyMap<string, CartLine> | undefined {
  return useContext(CartContext)
}
