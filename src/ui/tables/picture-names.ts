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

/** The key of a picture: its file name without folders, in lower case. */
export function pictureName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').trim().toLowerCase()
}

/** The pictures that rows name and that were not chosen, and the chosen ones that no row names. */
export function comparePictures(
  rows: readonly { picture: string }[],
  chosen: ChosenPictures['pictures'],
): { missing: string[]; unused: string[] } {
  // an export names the pictures that the server has by their address
  const named = rows.filter(({ picture }) => picture !== '' && !/^(\/|https?:)/.test(picture))
  const names = new Set(named.map(({ picture }) => pictureName(picture)))
  return {
    missing: [...names].filter((name) => !chosen.has(name)),
    unused: [...chosen.keys()].filter((name) => !names.has(name)),
  }
}
