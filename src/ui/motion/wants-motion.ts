/** Whether animations may run: not if the system asks for reduced motion, nor where that is unknown. */
export function wantsMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: no-preference)').matches ?? false
}
