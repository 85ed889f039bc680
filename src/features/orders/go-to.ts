/** Shows the offer on the same screen: its heading gets the focus, as after a navigation. */
export function goToOffer(): void {
  const heading = document.getElementById('our-offer')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Puts the cursor into the field for a message, which is far below. */
export function goToMessage(): void {
  document.querySelector<HTMLElement>('[aria-labelledby=thread] textarea')?.focus()
}
