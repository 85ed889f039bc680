import { limits } from '../../contract/limits.ts'
import { logoIcons } from '../../contract/texts/shop-texts.ts'
import { type ConvertedPicture, convertPicture } from './convert.ts'
import type { Room } from './room.ts'
import { loadSharp, type Sharp } from './sharp.ts'
import { PictureRefused, refuseUnreadable, sniffPicture } from './sniff.ts'

/** Diameter of the circle that every mask leaves visible, as a part of the icon (W3C, Web Application Manifest). */
const safeZone = 0.8
/** Side of the square in that circle. */
const safeSquare = safeZone * Math.SQRT1_2
const white = { r: 255, g: 255, b: 255, alpha: 1 }
const clear = { r: 255, g: 255, b: 255, alpha: 0 }

/** A square PNG in which the logo fills a part of the side. */
async function icon(sharp: Sharp, bytes: Uint8Array, { side, part = 1, background = clear }: Icon): Promise<Buffer> {
  const inner = Math.round(side * part)
  const before = Math.floor((side - inner) / 2)
  const after = side - inner - before
  const drawn = await sharp(bytes, { limitInputPixels: limits.picturePixels })
    .autoOrient()
    .resize(inner, inner)
    .toColourspace('srgb')
    .png()
    .toBuffer()
  const placed = sharp(drawn).extend({ top: before, bottom: after, left: before, right: after, background })
  // a second pass, because sharp flattens before it adds the margins
  const whole = await placed.png().toBuffer()
  return background === white ? sharp(whole).flatten({ background }).png().toBuffer() : whole
}

interface Icon {
  side: number
  part?: number
  background?: typeof white
}

const icons: Record<string, Icon> = {
  [logoIcons.small]: { side: 192 },
  [logoIcons.large]: { side: 512 },
  [logoIcons.maskable]: { side: 512, part: safeSquare, background: white },
  // iOS rounds the corners and shows transparent parts in black
  [logoIcons.apple]: { side: 180, part: 0.86, background: white },
}

async function checkShape(sharp: Sharp, bytes: Uint8Array): Promise<void> {
  const read = sharp(bytes, { limitInputPixels: limits.picturePixels }).metadata()
  const { width, height } = await read.catch((cause: unknown) => {
    throw refuseUnreadable(cause)
  })
  if (width !== height) throw new PictureRefused('The logo must be as wide as it is high.', { rule: 'square' })
  if (width >= limits.logoPixels) return
  const params = { limit: limits.logoPixels }
  throw new PictureRefused(`The logo must be at least ${limits.logoPixels} pixels wide.`, { rule: 'pixels', params })
}

/** Converts a logo to all sizes of a picture and the app's icons. Throws `PictureRefused` unless it is a large, square picture. */
export async function convertLogo(bytes: Uint8Array, room?: Room): Promise<ConvertedPicture> {
  sniffPicture(bytes)
  const sharp = await loadSharp()
  await checkShape(sharp, bytes)
  // first, because it finds damage behind the header
  const picture = await convertPicture(bytes, room)
  const files = [...picture.files]
  for (const [name, shape] of Object.entries(icons))
    files.push({ name, type: 'image/png', bytes: await icon(sharp, bytes, shape) })
  return { ...picture, files }
}
