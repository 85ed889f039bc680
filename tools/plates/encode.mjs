import sharp from 'sharp'

/** Qualities to try, best first. Simple pictures fit into their limit at a better quality than complex ones. */
const STEPS = { avif: [72, 68, 64, 60, 56, 52, 48, 44, 40], webp: [86, 82, 78, 74, 70, 66, 62, 58, 54] }

/** Renders a drawing to pixels of exactly this width, first cropped to `crop`, which is in the drawing's units. */
export async function rasterise(svg, width, crop) {
  const image = source(svg, width, crop).resize({ width }).removeAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  // only these three: `info.premultiplied` is wrong after `removeAlpha` and would tint the picture
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

function source(svg, width, crop) {
  if (!crop) return sharp(svg)
  // rendered large enough that the crop is never enlarged; 72 dots per inch is one pixel per unit
  const scale = Math.max(1, Math.ceil(width / crop.width))
  const region = Object.fromEntries(Object.entries(crop).map(([side, value]) => [side, value * scale]))
  return sharp(svg, { density: 72 * scale }).extract(region)
}

const encoders = {
  // full colour resolution for the tinted ink lines, which costs only some five per cent
  avif: (image, quality) => image.avif({ quality, effort: 4, chromaSubsampling: '4:4:4' }),
  webp: (image, quality) => image.webp({ quality, effort: 6, smartSubsample: true }),
}

/** Encodes at the best quality up to `best` that fits into `limit` bytes; throws if none does. */
export async function encodeWithin({ data, raw }, { format, best, limit }) {
  for (const quality of STEPS[format].filter((step) => step <= best)) {
    const bytes = await encoders[format](sharp(data, { raw }), quality).toBuffer()
    if (bytes.length <= limit) return bytes
  }
  throw new Error(`no ${format} of ${raw.width} px within ${limit} bytes`)
}
