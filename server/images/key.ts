import { pictureFormats, pictureWidths } from '../../contract/picture.ts'
import { logoIcons } from '../../contract/shop-texts.ts'

const sizes = pictureWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`))
const files = [...sizes, ...Object.values(logoIcons)]
const hashShape = /^[0-9a-f]{16,64}$/

/** Parses `{hash}/{width}.{format}` or `{hash}/{icon}`; undefined for anything else, so that no key can leave its folder. */
export function parsePictureKey(key: string): { hash: string; file: string } | undefined {
  const [hash = '', file = '', ...rest] = key.split('/')
  return rest.length === 0 && hashShape.test(hash) && files.includes(file) ? { hash, file } : undefined
}

/** Like `parsePictureKey`, but throws for an invalid key. */
export function requirePictureKey(key: string): { hash: string; file: string } {
  const parts = parsePictureKey(key)
  if (!parts) throw new Error(`Not a picture's key: ${JSON.stringify(key)}`)
  return parts
}
