/** Forms with input that was not submitted; search forms do not count. */
const touched = new Set<Element>()

function formOf({ target }: Event): Element | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest('form:not([role=search])') ?? undefined
}

/** Watches all forms of the page. */
export function watchInput(signal: AbortSignal): void {
  const options = { capture: true, signal }
  const add = (event: Event) => {
    const form = formOf(event)
    if (form) touched.add(form)
  }
  const remove = (event: Event) => {
    const form = formOf(event)
    if (form) touched.delete(form)
  }
  document.addEventListener('input', add, options)
  document.addEventListener('submit', remove, options)
  document.addEventListener('reset', remove, options)
}

/** Whether there is a half-filled form on the page. */
export function hasUnsavedInput(): boolean {
  for (const form of touched) if (!form.isConnected) touched.delete(form)
  return touched.size > 0
}
