/**
 * Renders the plates to server/demo/pictures/{slug}/{320,640,1280}.{avif,webp}, with index.json beside them:
 * `node tools/plates/render.mjs [slug…]`. The same drawings give the same bytes.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { encodeWithin, rasterise } from './encode.mjs'

/** Best quality and most bytes by width. Lists on phones load dozens of the smallest. */
const SIZES = [
  { width: 320, avif: { best: 72, limit: 6_000 }, webp: { best: 86, limit: 9_000 } },
  { width: 640, avif: { best: 60, limit: 25_000 }, webp: { best: 82, limit: 25_000 } },
  { width: 1280, avif: { best: 60, limit: 70_000 }, webp: { best: 82, limit: 70_000 } },
]

const pictures = new URL('../../server/demo/pictures/', import.meta.url)
const indexFile = new URL('index.json', pictures)
const catalogue = JSON.parse(readFileSync(new URL('../../server/demo/catalogue.json', import.meta.url), 'utf8'))

async function placeholder(svg) {
  const { data, info } = await sharp(svg)
    .resize({ width: 100 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function render({ slug, image }) {
  const svg = readFileSync(new URL(`svg/${image}`, import.meta.url))
  const folder = new URL(`${slug}/`, pictures)
  mkdirSync(folder, { recursive: true })
  let hash = ''
  const sizes = []
  for (const { width, ...formats } of SIZES) {
    const pixels = await rasterise(svg, width)
    for (const [format, goal] of Object.entries(formats)) {
      const bytes = await encodeWithin(pixels, { format, ...goal })
      writeFileSync(new URL(`${width}.${format}`, folder), bytes)
      sizes.push(bytes.length)
      // the content address of all six files: the largest WebP changes whenever the drawing does
      if (width === 1280 && format === 'webp') hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    }
  }
  console.log(slug, ...sizes)
  return { hash, placeholder: await placeholder(svg) }
}

const wanted = process.argv.slice(2)
const known = existsSync(indexFile) ? JSON.parse(readFileSync(indexFile, 'utf8')) : {}
const index = {}
for (const product of catalogue) {
  const { slug } = product
  const entry = wanted.length === 0 || wanted.includes(slug) ? await render(product) : known[slug]
  if (entry) index[slug] = entry
}
writeFileSync(indexFile, `${JSON.stringify(index, null, 2)}\n`)
