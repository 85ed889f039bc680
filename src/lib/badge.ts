interface Badges {
  setAppBadge(count: number): Promise<void>
  clearAppBadge(): Promise<void>
}

/** Shows a number on the app's icon, from the page or the worker; none for 0. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // only the page's types have this interface
  const badges = navigator as unknown as Badges
  // rejects on systems without badges; nothing depends on it
  const shown = count > 0 ? badges.setAppBadge(count) : badges.clearAppBadge()
  shown.catch(() => undefined)
}
