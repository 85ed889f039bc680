import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Expects that an address is said to be in use where it was typed, and that the field has the focus. */
export async function expectRefused(field: HTMLElement): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const texts = ids.map((id) => document.getElementById(id)?.textContent)
  expect(texts).toContainEqual(expect.stringMatching(/Another one has this already|Already in use/))
}
