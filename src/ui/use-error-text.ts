import { ConnectionError } from '../api/errors.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { RefusedError } from './refused-error.ts'

/** The sentence and, where somebody answered, the status of any error that reached a screen. */
export function useErrorText(): (error: unknown) => { status: number | undefined; message: string } {
  const refusalText = useRefusalText()
  return (error) => {
    if (error instanceof RefusedError) return { status: error.refusal.status, message: refusalText(error.refusal) }
    if (error instanceof ConnectionError) return { status: error.status, message: refusalText(error) }
    return { status: undefined, message: error instanceof Error ? error.message : String(error) }
  }
}
