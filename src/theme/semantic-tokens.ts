import { defineSemanticTokens } from '@chakra-ui/react/styled-system'
import { values } from './tokens.ts'

/** A value for light and one for dark mode, which follows the reader's system. */
const pair = (base: string, _osDark: string) => ({ value: { base, _osDark } })

/** A palette of Chakra's recipes, from a main colour, a soft background and a contrast colour for text on the main one. */
function palette(names: { main: string; soft: string; contrast?: string; hover?: string; line?: string }) {
  const { main, soft, contrast = 'bg.panel', hover = main, line = main } = names
  const colors = {
    contrast,
    fg: main,
    subtle: soft,
    muted: soft,
    emphasized: line,
    solid: main,
    hover,
    focusRing: 'focus',
    border: line,
  }
  return values(Object.fromEntries(Object.entries(colors).map(([key, color]) => [key, `{colors.${color}}`])))
}

export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: pair('#f5f8fa', '#071524'),
      panel: pair('#ffffff', '#0e2338'),
      subtle: pair('#e9f0f5', '#0a1b2d'),
      muted: { value: '{colors.bg.subtle}' },
      emphasized: { value: '{colors.border}' },
      info: pair('#dcebf6', '#16324c'),
      success: pair('#e3f4ea', '#0f3325'),
      warning: pair('#fdf1d8', '#36270a'),
      error: pair('#fdeaec', '#3d151b'),
      accent: pair('#fdeee3', '#33200f'),
    },
    fg: {
      DEFAULT: pair('#0c2136', '#e9f1f8'),
      muted: pair('#48617a', '#a5bbce'),
      subtle: { value: '{colors.fg.muted}' },
      info: { value: '{colors.link}' },
      success: pair('#14693f', '#7ed9a7'),
      warning: pair('#7d4a00', '#f3c578'),
      error: pair('#b01e2e', '#ff9ba4'),
    },
    border: {
      DEFAULT: pair('#d5e0e9', '#203c55'),
      emphasized: pair('#74899d', '#6c8aa5'),
      error: { value: '{colors.fg.error}' },
    },
    link: pair('#0f5c93', '#86c8f2'),
    focus: pair('#0a6fc2', '#8fd0ff'),
    star: pair('#c77700', '#f2b544'),
    primary: {
      DEFAULT: pair('#0f4c7d', '#9ccff1'),
      hover: pair('#0b3a61', '#c0e1f8'),
      text: pair('#ffffff', '#06213a'),
    },
    warm: {
      DEFAULT: pair('#b8470f', '#ff9a5c'),
      hover: pair('#98390b', '#ffb380'),
      text: pair('#ffffff', '#2b1203'),
    },
    gray: palette({ main: 'fg', soft: 'bg.subtle', line: 'border.emphasized' }),
    brand: palette({ main: 'primary', soft: 'bg.info', contrast: 'primary.text', hover: 'primary.hover' }),
    accent: palette({ main: 'warm', soft: 'bg.accent', contrast: 'warm.text', hover: 'warm.hover' }),
    blue: palette({ main: 'fg.info', soft: 'bg.info' }),
    green: palette({ main: 'fg.success', soft: 'bg.success' }),
    orange: palette({ main: 'fg.warning', soft: 'bg.warning' }),
    red: palette({ main: 'fg.error', soft: 'bg.error' }),
  },
  shadows: {
    xs: { value: '0 1px 2px rgb(8 28 49 / 0.1)' },
    md: pair(
      '0 1px 2px rgb(8 28 49 / 0.06), 0 8px 24px rgb(8 28 49 / 0.07)',
      '0 1px 2px rgb(0 0 0 / 0.4), 0 8px 24px rgb(0 0 0 / 0.3)',
    ),
    lg: pair(
      '0 2px 4px rgb(8 28 49 / 0.08), 0 16px 40px rgb(8 28 49 / 0.14)',
      '0 2px 4px rgb(0 0 0 / 0.5), 0 16px 40px rgb(0 0 0 / 0.5)',
    ),
    xl: { value: '{shadows.lg}' },
  },
  radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.lg}' } },
})
