/** What the accent stands on: the page in light mode, and a raised surface in dark mode. */
export const grounds = { light: '#f7f6f3', dark: '#1b242c' } as const
/** The accent of a shop that has none of its own, in light mode. */
export const ownAccent = '#b2430e'
/** The least contrast of texts (WCAG 2.2, 1.4.3). */
const least = 4.5

type Rgb = [red: number, green: number, blue: number]

const isColour = (hex: string) => /^#[0-9a-f]{6}$/i.test(hex)
const parse = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(hex: string): number {
  const [red, green, blue] = parse(hex).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The colour, darkened or lightened in steps of 2 % until it is readable on its ground; a readable one stays. */
export function mendedAccent(hex: string, ground: string = grounds.light): string {
  const end = luminance(ground) > 0.18 ? 0 : 255
  for (let step = 0; step < 50; step++) {
    const mended = format(parse(hex).map((part) => part + ((end - part) * step) / 50) as Rgb)
    if (contrast(mended, ground) >= least) return step === 0 ? hex.toLowerCase() : mended
  }
  return end === 0 ? '#000000' : '#ffffff'
}

/** A shop's accent on white paper. */
export const paperAccent = (hex: string) => mendedAccent(isColour(hex) ? hex : ownAccent, '#ffffff')

/** The style of a shop's accent in both colour schemes; empty for a shop that has none of its own. */
export function accentStyle(hex: string): string {
  if (!isColour(hex)) return ''
  const rule = (ground: string) => `:root{--accent:${mendedAccent(hex, ground)};--accent-contrast:${ground}}`
  return `${rule(grounds.light)}@media screen and (prefers-color-scheme:dark){${rule(grounds.dark)}}`
}
