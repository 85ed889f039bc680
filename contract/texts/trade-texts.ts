/** Optional trade fields of a product, in the order of the screens. */
export const tradeTexts = ['presentation', 'treatment', 'origin', 'packing', 'certificates'] as const
export type TradeText = (typeof tradeTexts)[number]
