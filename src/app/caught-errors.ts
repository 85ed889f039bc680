import { ConnectionError } from '../api/errors.ts'
import { RefusedError } from '../ui/refused-error.ts'

/** What an error screen has caught. A missing answer or a refusal is told there and is no defect; the rest is one. */
export function reportCaught(error: unknown): void {
  if (error instanceof ConnectionError || error instanceof RefusedError) return
  console.error(error)
}
