import { saveFile } from '../../data/files/file-store.ts'
import { readyFile, UnfitFile } from '../../data/files/ready-file.ts'
import type { Deps } from '../../data/use-deps.tsx'
import { isQuota } from '../../data/with-db.ts'

export interface ChosenFor {
  userId: string
  order: string
}

/** What became of a chosen file: it is on the device, or why not. */
export type ChoiceResult = 'saved' | UnfitFile['reason'] | 'no-room'

/** Makes a chosen file ready and saves it on the device, beside the message form of its order. */
export async function saveChosen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, order }: ChosenFor,
  { file, original }: { file: File; original: boolean },
): Promise<ChoiceResult> {
  try {
    const ready = await readyFile(file, { original })
    await saveFile(db, { file: ready, userId, order, at: clock.now() })
    return 'saved'
  } catch (error) {
    if (error instanceof UnfitFile) return error.reason
    // a file that was moved or deleted since it was chosen cannot be read either
    return isQuota(error) ? 'no-room' : 'unreadable'
  }
}
