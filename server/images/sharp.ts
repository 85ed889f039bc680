import type { default as SharpModule } from 'sharp'

export type Sharp = typeof SharpModule

let loaded: Promise<Sharp> | undefined

/**
 * Loads sharp at first use, because it costs start-up time and memory that a shop without uploads does not need. Blocks all
 * loaders but four: others, such as SVG with its references, are an attack surface.
 */
export function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    const readers = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`)
    sharp.unblock({ operation: readers })
    sharp.cache(false)
    // in a process of its own beside the server, which needs the other processors
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}
