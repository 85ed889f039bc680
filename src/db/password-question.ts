import { useSyncExternalStore } from 'react'

type OnAnswer = (isTyped: boolean) => void

let question: { onAnswer: OnAnswer; answer: Promise<boolean> } | undefined
const listeners = new Set<() => void>()

function set(next: typeof question): void {
  question = next
  for (const listener of listeners) listener()
}

/** Asks for the password in a dialog of the page, once for all calls that need it; whether it was typed. */
export function askPassword(): Promise<boolean> {
  if (question) return question.answer
  // no screen is there to ask
  if (listeners.size === 0) return Promise.resolve(false)
  let resolve: OnAnswer = () => {}
  const answer = new Promise<boolean>((settle) => {
    resolve = settle
  })
  const onAnswer = (isTyped: boolean) => {
    set(undefined)
    resolve(isTyped)
  }
  set({ onAnswer, answer })
  return answer
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) question?.onAnswer(false)
  }
}

/** Takes the answer while the password is asked for; else undefined. */
export function usePasswordQuestion(): OnAnswer | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question?.onAnswer,
    () => undefined,
  )
}
