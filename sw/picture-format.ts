import type { PictureFormat } from '../contract/picture.ts'

/** One black pixel in AVIF. */
const pixel =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAA' +
  'AAAA+gABAAAAAAAAAB4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAA' +
  'ABRpc3BlAAAAAAAAAAEAAAABAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAmbWRhdBIACgc4AAaQENBpMhEf8mKE7///8WfgAJA1jjx+3A=='

/** The format that pages request in this browser: AVIF where it can be decoded, else WebP. */
export async function preferredFormat(): Promise<PictureFormat> {
  try {
    const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/avif' }))
    bitmap.close()
    return 'avif'
  } catch {
    // the browser cannot decode AVIF
    return 'webp'
  }
}
