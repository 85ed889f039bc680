import { defineTokens } from '@chakra-ui/react/styled-system'

/** The same keys, with each value wrapped as Chakra expects a token. */
export function values<T extends Record<string, unknown>>(entries: T): { [K in keyof T]: { value: T[K] } } {
  // `fromEntries` loses the types of the keys
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, { value }])) as {
    [K in keyof T]: { value: T[K] }
  }
}

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 24]
const scale = values(Object.fromEntries(steps.map((step) => [String(step), `${step / 4}rem`])))

/** Tokens that are the same in light and dark. `gutter` is the page's side margin, `bar` the height of the header. */
export const tokens = defineTokens({
  colors: {
    transparent: { value: 'transparent' },
    current: { value: 'currentColor' },
    white: { value: '#fff' },
    black: { value: '#000' },
    blackAlpha: values({ 500: 'rgb(4 16 29 / 0.6)' }),
    // header, hero and footer are dark in both modes
    sea: values({
      night: '#081c31',
      deep: '#0b2540',
      mid: '#11385c',
      fg: '#e3eef8',
      muted: '#48617a',
      subtle: 'rgb(255 255 255 / 0.12)',
      line: 'rgb(255 255 255 / 0.45)',
      focus: '#9ad4ff',
    }),
    sun: values({ solid: '#ffb380', hover: '#ffc79f', contrast: '#2b1203', line: '#f2a36b' }),
    paper: values({ bg: '#f3eee2', line: '#8a8371' }),
  },
  gradients: values({
    sea: 'linear-gradient(#0b2540, #1d5674 46%, #0f2f4a)',
    // behind text on pictures
    shadeUp: 'linear-gradient(transparent, rgb(6 22 38 / 0.86))',
    shadeDown: 'linear-gradient(#0b2540 22%, rgb(11 37 64 / 0.72) 45%, rgb(11 37 64 / 0) 66%)',
    shadeAcross:
      'linear-gradient(90deg, rgb(8 28 49 / 0.9), rgb(8 28 49 / 0.68) calc(30rem + 0.75 * {spacing.gutter}), rgb(8 28 49 / 0) calc(52rem + 1.3 * {spacing.gutter}))',
  }),
  spacing: { ...scale, gutter: { value: 'max(1rem, calc((100vw - 75rem) / 2))' } },
  sizes: {
    ...scale,
    ...values({ full: '100%', xs: '20rem', sm: '24rem', md: '28rem', lg: '32rem', xl: '38rem', '2xl': '44rem' }),
    ...values({ bar: '4rem', max: 'max-content', '2xs': '16rem' }),
  },
  fonts: values({
    heading:
      '"Iowan Old Style", "Palatino Linotype", Palatino, Charter, "Noto Serif", "Liberation Serif", Georgia, serif',
    body: '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
    mono: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace',
  }),
  fontSizes: values({
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.25rem',
    '2xl': '1.375rem',
    '3xl': 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)',
    '4xl': 'clamp(1.75rem, 1.45rem + 1.4vw, 2.5rem)',
  }),
  fontWeights: values({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
  radii: values({ sm: '0.25rem', md: '8px', lg: '14px', full: '999px' }),
  durations: values({
    fastest: '50ms',
    faster: '100ms',
    fast: '150ms',
    moderate: '200ms',
    slow: '300ms',
    slower: '400ms',
    slowest: '500ms',
  }),
  // Chakra's recipes use these two names
  animations: values({ spin: 'spin 1s linear infinite', pulse: 'pulse 2s cubic-bezier(0.4, 0, 0.6, 1) infinite' }),
  cursor: values({ button: 'pointer', checkbox: 'pointer', menuitem: 'pointer', disabled: 'not-allowed' }),
  zIndex: values({ sticky: 15, header: 20, banner: 25, modal: 1400, popover: 1500, toast: 1700 }),
})
