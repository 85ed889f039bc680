/**
 * Why a chosen file is not used. `format`: not a picture that browsers show, such as HEIC of a phone. `archive`: it
 * cannot be opened.
 */
export type LeftOutReason = 'format' | 'too-large' | 'too-many' | 'archive'

export interface LeftOut {
  name: string
  reason: LeftOutReason
}

export interface ChosenPictures {
  /** by `pictureName` */
  pictures: Map<string, File>
  leftOut: LeftOut[]
}

/** The key of a picture: its file name without folders, in lower case. Of several, as web shops list them, the first. */
export function pictureName(path: string): string {
  const first = path.split(/\s*[,;|]\s*(?=\S+\.\w{3,4}\b)/)[0] ?? ''
  return (
    first
      .replace(/[?#].*$/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  )
    .trim()
    .toLowerCase()
}

/**
 * The pictures that rows name and that were not chosen, by their file name or by an address, and the chosen ones that no row
 * names. What the server has is neither: an export names it by its address there.
 */
export function comparePictures(
  rows: readonly { picture: string }[],
  chosen: ChosenPictures['pictures'],
): { missing: string[]; addresses: string[]; unused: string[] } {
  const named = rows
    .map(({ picture }) => picture)
    .filter((picture) => picture !== '' && !picture.startsWith('/images/'))
  const names = new Set(named.map(pictureName))
  const left = [...new Set(named)].filter((picture) => !chosen.has(pictureName(picture)))
  const isAddress = (picture: string) => /^(\/|\w+:\/\/|www\.)/.test(picture)
  return {
    missing: [...new Set(left.filter((picture) => !isAddress(picture)).map(pictureName))],
    addresses: left.filter(isAddress),
    unused: [...chosen.keys()].filter((name) => !names.has(name)),
  }
}
