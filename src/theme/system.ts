import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { animationStyles, keyframes } from '@chakra-ui/react/theme'

const values = <T extends Record<string, string | number>>(entries: T) =>
  // the same keys with each value wrapped as Chakra wants it
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, { value }])) as {
    [K in keyof T]: { value: T[K] }
  }
const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 24]
const scale = values(Object.fromEntries(steps.map((step) => [String(step), `${step / 4}rem`])))

/** What Chakra's recipes ask of a colour; ours come from the variables of first-screen.css, light and dark alike. */
const palette = (main: string, soft: string, contrast: string) =>
  values({
    contrast: `var(--${contrast})`,
    fg: `var(--${main})`,
    subtle: `var(--${soft})`,
    muted: `var(--${soft})`,
    emphasized: 'var(--border-strong)',
    solid: `var(--${main})`,
    focusRing: 'var(--focus)',
    border: 'var(--border)',
  })

/**
 * A slim Chakra system over the shop's own variables. Chakra's default system costs 21 kB more. Whoever takes tokens
 * away must keep keyframes and durations: without them a closing dialog leaves its invisible backdrop on the page.
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: false,
    cssVarsRoot: ':root',
    theme: {
      breakpoints: { sm: '480px', md: '768px', lg: '992px' },
      tokens: {
        colors: {
          transparent: { value: 'transparent' },
          current: { value: 'currentColor' },
          white: { value: '#fff' },
          black: { value: '#000' },
          blackAlpha: values({ 500: 'rgb(4 16 29 / 0.6)' }),
        },
        spacing: scale,
        sizes: {
          ...scale,
          ...values({ full: '100%', xs: '20rem', sm: '24rem', md: '28rem', lg: '32rem', xl: '36rem' }),
        },
        fontSizes: values({
          xs: '0.75rem',
          sm: '0.875rem',
          md: '1rem',
          lg: '1.125rem',
          xl: '1.25rem',
          '2xl': '1.5rem',
        }),
        fontWeights: values({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
        fonts: values({ heading: 'var(--display)', body: 'var(--text)' }),
        radii: values({ sm: '0.25rem', md: 'var(--radius-s)', lg: 'var(--radius)', full: '9999px' }),
        durations: values({
          fastest: '50ms',
          faster: '100ms',
          fast: '150ms',
          moderate: '200ms',
          slow: '300ms',
          slower: '400ms',
          slowest: '500ms',
        }),
        cursor: values({ button: 'pointer', menuitem: 'default', disabled: 'not-allowed' }),
        zIndex: values({ sticky: 1100, modal: 1400, popover: 1500, toast: 1700 }),
      },
      semanticTokens: {
        colors: {
          bg: {
            DEFAULT: { value: 'var(--bg)' },
            subtle: { value: 'var(--bg-sunk)' },
            muted: { value: 'var(--bg-sunk)' },
            panel: { value: 'var(--bg-raised)' },
          },
          fg: {
            DEFAULT: { value: 'var(--fg)' },
            muted: { value: 'var(--fg-muted)' },
            error: { value: 'var(--danger)' },
          },
          border: { DEFAULT: { value: 'var(--border)' }, error: { value: 'var(--danger)' } },
          gray: palette('fg', 'bg-sunk', 'bg-raised'),
          brand: palette('primary', 'foam', 'primary-fg'),
          red: palette('danger', 'danger-soft', 'bg-raised'),
        },
        shadows: { md: { value: 'var(--shadow)' }, lg: { value: 'var(--shadow-lift)' } },
        radii: { l1: { value: '0.25rem' }, l2: { value: 'var(--radius-s)' }, l3: { value: 'var(--radius)' } },
      },
      keyframes,
      animationStyles,
      textStyles: Object.fromEntries(
        ['xs', 'sm', 'md', 'lg', 'xl', '2xl'].map((size) => [size, { value: { fontSize: size } }]),
      ),
      layerStyles: { disabled: { value: { opacity: '0.55', cursor: 'not-allowed' } } },
    },
  }),
)
