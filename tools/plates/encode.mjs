import sharp from 'sharp'

/** Qualities are tried from the best down; a picture of few strokes can afford more than a shoal. */
const STEPS = { avif: [72, 68, 64, 60, 56, 52, 48, 44, 40], webp: [86, 82, 78, 74, 70, 66, 62, 58, 54] }

/** A drawing as pixels of exactly this width; `crop`, in the drawing's own units, is cut out first. */
export async function rasterise(svg, width, crop) {
  const image = source(svg, width, crop).resize({ width }).removeAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  // Only these three: `info` may also say "premultiplied", which is wrong once the alpha is gone, and tints everything.
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

function source(svg, width, crop) {
  if (!crop) return sharp(svg)
  // Drawn large enough that a cut is never blown up; 72 dots per inch is one pixel per unit.
  const scale = Math.max(1, Math.ceil(width / crop.width))
  const region = Object.fromEntries(Object.entries(crop).map(([side, value]) => [side, value * scale]))
  return sharp(svg, { density: 72 * scale }).extract(region)
}

const encoders = {
  // Full colour resolution: the ink lines are tinted, and cost only some five per cent more so.
  avif: (image, quality) => image.avif({ quality, effort: 4, chromaSubsampling: '4:4:4' }),
  webp: (image, quality) => image.webp({ quality, effort: 6, smartSubsample: true }),
}

/** Encode at the best quality up to `best` that keeps within `limit` bytes; throws when none does. */
export async function encodeWithin({ data, raw }, { format, best, limit }) {
  for (const quality of STEPS[format].filter((step) => step <= best)) {
    const bytes = await encoders[format](sharp(data, { raw }), quality).toBuffer()
    if (bytes.length <= limit) return bytes
  }
  throw new Error(`no ${format} of ${raw.width} px within ${limit} bytes`)
}
