import { useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'

type OnAnswer = (isTyped: boolean) => void

const question = createStore<{ onAnswer: OnAnswer; answer: Promise<boolean> } | undefined>(undefined)
/** the screens that can ask */
let watching = 0

/** Asks for the password in a dialog of the page, once for all calls that need it; whether it was typed. */
export function askPassword(): Promise<boolean> {
  const asked = question.get()
  if (asked) return asked.answer
  if (watching === 0) return Promise.resolve(false)
  let resolve: OnAnswer = () => {}
  const answer = new Promise<boolean>((settle) => {
    resolve = settle
  })
  const onAnswer = (isTyped: boolean) => {
    question.set(undefined)
    resolve(isTyped)
  }
  question.set({ onAnswer, answer })
  return answer
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = question.subscribe(listener)
  watching += 1
  return () => {
    unsubscribe()
    watching -= 1
    if (watching === 0) question.get()?.onAnswer(false)
  }
}

/** Takes the answer while the password is asked for; else undefined. */
export function usePasswordQuestion(): OnAnswer | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question.get()?.onAnswer,
    () => undefined,
  )
}
