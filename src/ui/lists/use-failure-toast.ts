import { ConnectionError, type Refusal } from '../../api/errors.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { toast } from '../feedback/toaster.tsx'

/**
 * Runs a call to the server and shows its refusal, or a broken connection, as a toast. A call that the user aborted
 * fails silently.
 */
export function useFailureToast() {
  const refusalText = useRefusalText()
  return async (call: () => Promise<Refusal | undefined>): Promise<void> => {
    const failure = await call().catch((error: unknown) => {
      if (error instanceof ConnectionError) return error
      throw error
    })
    const isAborted = failure instanceof ConnectionError && failure.kind === 'aborted'
    if (failure && !isAborted) toast({ title: refusalText(failure), kind: 'error' })
  }
}
