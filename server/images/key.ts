import { cardFile, pictureFormats, pictureWidths } from '../../contract/picture.ts'
import { logoIcons } from '../../contract/texts/shop-texts.ts'

const sizes = pictureWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`))
const files = [...sizes, ...Object.values(logoIcons), cardFile]
const hashShape = /^[0-9a-f]{16,64}$/

/** Parses `{hash}/{width}.{format}`, `{hash}/{icon}` or `{hash}/card.jpg`; undefined for anything else, so that no key can leave its folder. */
export function parsePictureKey(key: string): { hash: string; file: string } | undefined {
  const [hash = '', file = '', ...rest] = key.split('/')
  return rest.length === 0 && hashShape.test(hash) && files.includes(file) ? { hash, file } : undefined
}

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

/** The content type of a picture's file or key. */
export const pictureType = (file: string): string => types[file.slice(-4)] ?? 'application/octet-stream'
