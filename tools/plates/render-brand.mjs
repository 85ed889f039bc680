/** Renders icons, hero and category tiles into public/: `node tools/plates/render-brand.mjs`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { encodeWithin, rasterise } from './encode.mjs'

const target = new URL('../../public/', import.meta.url)
const drawing = (name) => readFileSync(new URL(`svg/brand/${name}.svg`, import.meta.url))

const ICONS = [
  { file: 'icon-192.png', from: 'icon', size: 192 },
  { file: 'icon-512.png', from: 'icon', size: 512 },
  { file: 'icon-maskable-512.png', from: 'icon-maskable', size: 512 },
  // iOS rounds the corners itself and shows transparent ones in black
  { file: 'apple-touch-icon.png', from: 'icon-square', size: 180 },
  { file: 'favicon-32.png', from: 'icon', size: 32 },
]

/** `[width, most bytes of the AVIF, of the WebP]`; phones on slow links load the first width. */
const TILE = [
  [320, 5_000, 7_500],
  [640, 14_000, 18_000],
  [1280, 40_000, 52_000],
]
const PICTURES = [
  {
    name: 'hero',
    sizes: [
      [480, 7_000, 9_000],
      [960, 15_000, 20_000],
      [1920, 38_000, 52_000],
    ],
  },
  {
    // for upright screens: the trawler and the sun, cropped between the boats
    name: 'hero-phone',
    from: 'hero',
    crop: { left: 500, top: 0, width: 720, height: 900 },
    sizes: [
      [480, 8_000, 11_000],
      [720, 13_000, 17_000],
      [1080, 22_000, 32_000],
    ],
  },
  { name: 'tile-fish', sizes: TILE },
  { name: 'tile-seafood', sizes: TILE },
]

mkdirSync(new URL('brand/', target), { recursive: true })
const write = (file, bytes) => {
  writeFileSync(new URL(file, target), bytes)
  console.log(file, bytes.length)
}

write('icon.svg', drawing('icon'))
for (const { file, from, size } of ICONS) {
  write(
    file,
    await sharp(drawing(from)).resize(size).png({ compressionLevel: 9, palette: true, colours: 128 }).toBuffer(),
  )
}
for (const { name, from = name, crop, sizes } of PICTURES) {
  for (const [width, avif, webp] of sizes) {
    const pixels = await rasterise(drawing(from), width, crop)
    write(`brand/${name}-${width}.avif`, await encodeWithin(pixels, { format: 'avif', best: 64, limit: avif }))
    write(`brand/${name}-${width}.webp`, await encodeWithin(pixels, { format: 'webp', best: 82, limit: webp }))
  }
}
