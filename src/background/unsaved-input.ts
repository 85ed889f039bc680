/** Forms that somebody typed into and has not sent yet. A search is no form in this sense. */
const touched = new Set<Element>()

function formOf(event: Event): Element | undefined {
  const target = event.target
  if (!(target instanceof Element)) return undefined
  return target.closest('form:not([role=search])') ?? undefined
}

/** Watches all forms of the page; answers the way to stop. */
export function watchInput(): () => void {
  const typed = (event: Event) => {
    const form = formOf(event)
    if (form) touched.add(form)
  }
  const done = (event: Event) => {
    const form = formOf(event)
    if (form) touched.delete(form)
  }
  document.addEventListener('input', typed, true)
  document.addEventListener('submit', done, true)
  document.addEventListener('reset', done, true)
  return () => {
    document.removeEventListener('input', typed, true)
    document.removeEventListener('submit', done, true)
    document.removeEventListener('reset', done, true)
  }
}

/** Whether there is a half-filled form on the page. */
export function hasUnsavedInput(): boolean {
  for (const form of touched) if (!form.isConnected) touched.delete(form)
  return touched.size > 0
}
