interface Badges {
  setAppBadge(count: number): Promise<void>
  clearAppBadge(): Promise<void>
}

/** Shows a number on the app's icon, from a page or from the worker; none for 0. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // the page's and the worker's types do not both have this interface
  const badges = navigator as unknown as Badges
  // systems without badges refuse; nothing depends on it
  const shown = count > 0 ? badges.setAppBadge(count) : badges.clearAppBadge()
  shown.catch(() => undefined)
}
