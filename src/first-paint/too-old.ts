/**
 * The oldest browsers that the shop is built for are Safari 16.4, Firefox 128 and Chrome 111 (docs/browsers.md). The rule
 * for registered properties came with the first two, mixed colours with the third.
 */
export const isTooOld = (): boolean =>
  !('CSSPropertyRule' in window) || !CSS.supports('color', 'color-mix(in srgb, red, red)')
