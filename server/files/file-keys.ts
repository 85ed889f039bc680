/** Where the bytes of a file are stored: folder and name are ids, never texts of a user. */
export const keyOf = (orderId: string, fileId: string) => `${orderId}/${fileId}`

const shape = /^([0-9a-f-]{36})\/([0-9a-f-]{36})(\.webp)?$/

/** The ids in a key; undefined for anything else, so that no key can leave its folder. `isThumb`: the key of a picture's thumbnail. */
export function parseFileKey(key: string): { orderId: string; fileId: string; isThumb: boolean } | undefined {
  const [, orderId, fileId, thumb] = shape.exec(key) ?? []
  return orderId && fileId ? { orderId, fileId, isThumb: thumb !== undefined } : undefined
}

export const thumbOf = (key: string) => `${key}.webp`
