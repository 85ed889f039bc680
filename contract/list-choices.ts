/** `none`: products without stock. `low`: with less than `business.lowStock` tonnes, and some. */
export const stockFilters = ['none', 'low'] as const
export type StockFilter = (typeof stockFilters)[number]

/** The orders of a list besides newest first. `stock`: the least first, `stock-down`: the most first. */
export const listOrders = ['name', 'code', 'stock', 'stock-down'] as const
export type ListOrder = (typeof listOrders)[number]
