import { isRefusal } from '../../server/http/refusal.ts'

/** What becomes of work: `done`, or the code of its refusal. */
export const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => {
      if (isRefusal(error)) return error.code
      throw error
    },
  )

/** A call as a use case is given it, with what that reads. */
export const asCall = (parts: object) => ({ param: '', query: {}, ...parts }) as never
