/** Forms with input that was not submitted; search forms do not count. */
const touched = new Set<Element>()

function formOf({ target }: Event): Element | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest('form:not([role=search])') ?? undefined
}

/** Watches all forms of the page. Returns a function that stops it. */
export function watchInput(): () => void {
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
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
  return () => stop.abort()
}

/** Whether there is a half-filled form on the page. */
export function hasUnsavedInput(): boolean {
  for (const form of touched) if (!form.isConnected) touched.delete(form)
  return touched.size > 0
}
