import { useState } from 'react'
import { type ConnectionError, failureOf, type Refusal, type Reply } from '../../api/exchange.ts'

type Failure = Refusal | ConnectionError
type Answer<T> = Extract<Reply<T>, { ok: true }>

/** Calls to the server that a screen makes itself. `run` returns the answer, or undefined after a failure. */
export function useCall(onFailure?: (failure: Failure) => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const run = async <T>(call: () => Promise<Reply<T>>): Promise<Answer<T> | undefined> => {
    setBusy(true)
    setFailure(undefined)
    let answer: Answer<T> | undefined
    try {
      const failed = await failureOf(async () => {
        const reply = await call()
        if (reply.ok) answer = reply
        return reply
      })
      if (failed) (onFailure ?? setFailure)(failed)
      return answer
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run }
}
