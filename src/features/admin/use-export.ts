import type { Refusal } from '../../api/errors.ts'
import { useDeps } from '../../ui/deps.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useFailureToast } from './use-failure-toast.ts'

/** Makes a file and saves it under the name of the list and the date. A failure is shown as a toast. */
export function useExport(list: string) {
  const { clock } = useDeps()
  const withFailureToast = useFailureToast()
  return (type: 'csv' | 'xlsx', make: () => Promise<string | Blob | Refusal>) =>
    withFailureToast(async () => {
      const made = await make()
      if (typeof made === 'object' && 'status' in made) return made
      saveFile(`${list}-${new Date(clock.now()).toISOString().slice(0, 10)}.${type}`, made)
      return undefined
    })
}
