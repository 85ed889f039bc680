/** Focuses the heading of the offer on the same screen, as after a navigation. */
export function goToOffer(): void {
  const heading = document.getElementById('our-offer')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Focuses the message field at the end of the screen. */
export function goToMessage(): void {
  document.querySelector<HTMLElement>('[aria-labelledby=thread] textarea')?.focus()
}
