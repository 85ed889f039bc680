/** Whether things may move. Who asked their system for less motion gets none; nor where nobody can be asked. */
export function wantsMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: no-preference)').matches ?? false
}
