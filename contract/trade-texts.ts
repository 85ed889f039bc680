/** Texts of the trade that a product may have beside the specified fields, in the order of the screens. */
export const tradeTexts = ['presentation', 'treatment', 'origin', 'packing', 'certificates'] as const
export type TradeText = (typeof tradeTexts)[number]
