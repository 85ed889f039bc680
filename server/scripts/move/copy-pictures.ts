import { pictureType } from '../../images/key.ts'
import type { PictureStore } from '../../images/picture-store.ts'

/** Copies all uploaded pictures to another store; one that is there already is written again. Returns the number of files. */
export async function copyPictures(
  from: PictureStore,
  to: PictureStore,
  onProgress: (done: number) => void,
): Promise<number> {
  let done = 0
  for await (const { key } of from.list()) {
    const bytes = await from.get(key)
    // deleted meanwhile
    if (!bytes) continue
    await to.put(key, bytes, pictureType(key))
    onProgress(++done)
  }
  return done
}
