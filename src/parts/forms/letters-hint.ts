import { useLingui } from '@lingui/react/macro'
import { unprintableLetters } from '../../../contract/papers/letters.ts'

/** Says of a field's text which letters papers cannot print; undefined where they can. No error: only papers need it. */
export function useLettersHint(): (text: string) => string | undefined {
  const { t } = useLingui()
  return (text) => {
    const letters = unprintableLetters(text)
    return letters
      ? t`Papers cannot print ${letters}. Please write this in Latin, Greek or Cyrillic letters.`
      : undefined
  }
}
