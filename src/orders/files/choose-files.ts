import { type ChosenFor, saveFile } from '../../db/files.ts'
import type { Deps } from '../../db/use-deps.tsx'
import { isQuota } from '../../lib/caused-by.ts'
import { readyFile, UnfitFile } from '../../sync/ready-file.ts'

/** What became of a chosen file: it is on the device, or why not. */
export type ChoiceResult = 'saved' | UnfitFile['reason'] | 'no-room'

/** Makes a chosen file ready and saves it on the device, beside its form. */
export async function saveChosen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  place: ChosenFor,
  { file, original }: { file: File; original: boolean },
): Promise<ChoiceResult> {
  try {
    const ready = await readyFile(file, { original })
    await saveFile(db, { ...place, file: ready, at: clock.now() })
    return 'saved'
  } catch (error) {
    if (error instanceof UnfitFile) return error.reason
    // a file that was moved or deleted since it was chosen cannot be read either
    return isQuota(error) ? 'no-room' : 'unreadable'
  }
}
