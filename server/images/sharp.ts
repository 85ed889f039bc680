import type { default as SharpModule } from 'sharp'

export type Sharp = typeof SharpModule

let loaded: Promise<Sharp> | undefined

/**
 * Loads the picture library at the first use, since it costs start-up time and memory that a shop without uploads does
 * not need. It can read far more than we take, SVG with its references among it: of all its readers only four are left.
 */
export function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    const readers = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`)
    sharp.unblock({ operation: readers })
    sharp.cache(false)
    return sharp
  })
  return loaded
}
