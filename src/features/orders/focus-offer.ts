/** Shows the offer on the same screen: its heading gets the focus, as after a navigation. */
export function focusOffer(): void {
  const heading = document.getElementById('our-offer')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
