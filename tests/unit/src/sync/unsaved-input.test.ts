import { expect, onTestFinished, test } from 'vitest'
import { hasUnsavedInput, watchInput } from '../../../../src/sync/worker.ts'

function formWith(attributes = ''): { form: HTMLFormElement; input: HTMLInputElement } {
  const stop = new AbortController()
  watchInput(stop.signal)
  onTestFinished(() => stop.abort())
  document.body.innerHTML = `<form ${attributes}><input></form>`
  const form = document.querySelector('form') as HTMLFormElement
  const input = document.querySelector('input') as HTMLInputElement
  onTestFinished(() => form.remove())
  return { form, input }
}
const type = (input: HTMLInputElement) => input.dispatchEvent(new Event('input', { bubbles: true }))

test.each(['submit', 'reset'])('a form with input is unsaved until its %s', (end) => {
  const { form, input } = formWith()
  expect(hasUnsavedInput()).toBe(false)
  type(input)
  expect(hasUnsavedInput()).toBe(true)
  form.dispatchEvent(new Event(end, { bubbles: true, cancelable: true }))
  expect(hasUnsavedInput()).toBe(false)
})

test('forms removed from the page and search forms do not count', () => {
  const left = formWith()
  type(left.input)
  left.form.remove()
  expect(hasUnsavedInput()).toBe(false)
  type(formWith('role="search"').input)
  expect(hasUnsavedInput()).toBe(false)
})
