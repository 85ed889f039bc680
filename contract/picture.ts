/** Number of products in the first paint; the rule `.fresh` in first-screen.css delays the others. */
export const firstProducts = 4
/** Element id of the last of these products. */
export const lastFirstProduct = 'last-first-product'
/** Id of the element with the shop's settings in a prerendered home page. */
export const embeddedShopId = 'embedded-shop'
/** For the head of a prerendered home page: each partial paint before the last of these products costs a slow processor another layout. */
export const paintAtOnce = `<link rel="expect" href="#${lastFirstProduct}" blocking="render">`
/** Widths in px of every stored picture, in AVIF and WebP. */
export const pictureWidths = [320, 640, 1280] as const
export type PictureWidth = (typeof pictureWidths)[number]
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]
const ours = /^(.*\/images\/[0-9a-f]{16,64}\/)640\.webp$/
/** The `image` value of a stored picture: the address of its 640 px WebP. */
export const pictureValue = (hash: string) => `/images/${hash}/640.webp`

/** The address of one size of a stored picture; undefined for any other value, such as another server's URL. */
export function pictureUrl(image: string, width: PictureWidth, format: PictureFormat): string | undefined {
  const folder = ours.exec(image)?.[1]
  return folder === undefined ? undefined : `${folder}${width}.${format}`
}

/** A `srcset` in one format up to a width; undefined if the value is not a stored picture. */
export function pictureSrcset(image: string, format: PictureFormat, widest: PictureWidth = 1280): string | undefined {
  if (!ours.test(image)) return undefined
  const widths = pictureWidths.filter((width) => width <= widest)
  return widths.map((width) => `${pictureUrl(image, width, format)} ${width}w`).join(', ')
}

/** The file of a picture that chats and search engines show, a JPEG of 1200 × 630 px. */
export const cardFile = 'card.jpg'

/** The file of a certificate, which is stored like a picture. */
export const certificateFile = 'certificate.pdf'

/** The address of a stored picture's card; undefined for any other value. */
export function pictureCard(image: string): string | undefined {
  const folder = ours.exec(image)?.[1]
  return folder && folder + cardFile
}

/**
 * The address of a picture. A path gets the origin of the API's server, which may differ from the app's. Complete
 * addresses, also of `data:` and `blob:`, stay as they are.
 */
export function pictureAddress(base: string, image: string): string {
  if (image === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(image)) return image
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.exec(base)?.[0] ?? ''
  return `${origin}${image.startsWith('/') ? '' : '/'}${image}`
}
