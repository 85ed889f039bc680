import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import {
  createSystem,
  defineConfig,
  defineGlobalStyles,
  defineSemanticTokens,
  defineTokens,
  mergeConfigs,
} from '@chakra-ui/react/styled-system'
import { animationStyles, dialogSlotRecipe, keyframes, menuSlotRecipe, toastSlotRecipe } from '@chakra-ui/react/theme'
import { grounds, ownAccent } from '../../contract/accent.ts'
import { recipes } from './recipes.ts'
import { slotRecipes } from './slot-recipes.ts'

function values<T extends Record<string, unknown>>(entries: T): { [K in keyof T]: { value: T[K] } } {
  // `fromEntries` loses the types of the keys
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, { value }])) as {
    [K in keyof T]: { value: T[K] }
  }
}

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 24]
const scale = values(Object.fromEntries(steps.map((step) => [String(step), `${step / 4}rem`])))

/** Tokens that are the same in light and dark. `gutter` is the page's side margin, `bar` the height of the header. */
const tokens = defineTokens({
  colors: {
    transparent: { value: 'transparent' },
    current: { value: 'currentColor' },
    white: { value: '#fff' },
    black: { value: '#000' },
    blackAlpha: values({ 500: 'rgb(4 16 29 / 0.6)' }),
    // over pictures, which are dark in both modes
    sea: values({ deep: '#13202b', mid: '#1d3a4a', fg: '#eef2f4', focus: '#9ad4ff' }),
  },
  gradients: values({
    sea: 'linear-gradient(#13202b, #2b5266 46%, #1b3442)',
    // behind text on pictures
    shadeUp: 'linear-gradient(transparent, rgb(10 18 25 / 0.82))',
    shadeAcross:
      'linear-gradient(90deg, rgb(10 18 25 / 0.78), rgb(10 18 25 / 0.6) calc(26rem + 0.75 * {spacing.gutter}), rgb(10 18 25 / 0) calc(52rem + 1.3 * {spacing.gutter}))',
  }),
  spacing: { ...scale, gutter: { value: 'max(1rem, calc((100vw - 75rem) / 2))' } },
  sizes: {
    ...scale,
    ...values({ full: '100%', xs: '20rem', sm: '24rem', md: '28rem', lg: '32rem', xl: '38rem', '2xl': '44rem' }),
    ...values({ bar: '4rem', max: 'max-content', '2xs': '16rem' }),
  },
  fonts: values({
    // the second names are local fonts with the metrics of the first (first-screen.css)
    heading: 'Fraunces, "Fraunces Georgia", "Fraunces Times", "Fraunces Noto", serif',
    body: 'Figtree, "Figtree Local", sans-serif',
    mono: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace',
  }),
  // 14, 16, 18, 24, 32 and 48 px; headings are smaller on a phone
  fontSizes: values({
    xs: '0.875rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.125rem',
    '2xl': '1.5rem',
    '3xl': 'clamp(1.25rem, 1.1rem + 0.7vw, 1.5rem)',
    '4xl': 'clamp(1.5rem, 1.25rem + 1.2vw, 2rem)',
  }),
  fontWeights: values({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
  radii: values({ sm: '0.25rem', md: '8px', lg: '12px', full: '999px' }),
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

const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: pair(grounds.light, '#10171d'),
      panel: pair('#ffffff', grounds.dark),
      subtle: pair('#efede8', '#151e25'),
      muted: { value: '{colors.bg.subtle}' },
      emphasized: { value: '{colors.border}' },
      info: pair('#e2edf4', '#1b3444'),
      success: pair('#e3f2e8', '#123527'),
      warning: pair('#fbf0d9', '#38290d'),
      error: pair('#fbe9e8', '#40191c'),
      accent: { value: 'color-mix(in srgb, {colors.warm} 12%, {colors.bg.panel})' },
    },
    fg: {
      DEFAULT: pair('#16212b', '#ecf0f3'),
      muted: pair('#54616c', '#a9b5bf'),
      subtle: { value: '{colors.fg.muted}' },
      info: { value: '{colors.link}' },
      success: pair('#14693f', '#7ed9a7'),
      warning: pair('#7d4a00', '#f3c578'),
      error: pair('#b01e2e', '#ff9ba4'),
    },
    border: {
      DEFAULT: pair('#e0ddd6', '#2f3c47'),
      emphasized: pair('#858c92', '#75838f'),
      error: { value: '{colors.fg.error}' },
    },
    link: pair('#145a86', '#8ccaf0'),
    focus: pair('#0a6fc2', '#8fd0ff'),
    star: pair('#c77700', '#f2b544'),
    // the ground of pictures
    paper: { bg: pair('#efece4', '#222d36'), line: pair('#7d7a70', '#8b979f') },
    // what is chosen: ink on the ground
    primary: { DEFAULT: { value: '{colors.fg}' }, hover: pair('#31404d', '#ffffff'), text: { value: '{colors.bg}' } },
    // the one accent; the shop's own comes as --accent (contract/accent.ts)
    warm: {
      DEFAULT: pair(`var(--accent, ${ownAccent})`, 'var(--accent, #ff9a5c)'),
      hover: { value: 'color-mix(in srgb, {colors.warm} 86%, {colors.fg})' },
      text: pair('var(--accent-contrast, #ffffff)', 'var(--accent-contrast, #2b1203)'),
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
    xs: { value: '0 1px 2px rgb(20 30 40 / 0.1)' },
    md: pair(
      '0 1px 2px rgb(20 30 40 / 0.06), 0 4px 16px rgb(20 30 40 / 0.06)',
      '0 1px 2px rgb(0 0 0 / 0.4), 0 8px 24px rgb(0 0 0 / 0.3)',
    ),
    lg: pair(
      '0 2px 4px rgb(20 30 40 / 0.06), 0 12px 32px rgb(20 30 40 / 0.14)',
      '0 2px 4px rgb(0 0 0 / 0.5), 0 16px 40px rgb(0 0 0 / 0.5)',
    ),
    xl: { value: '{shadows.lg}' },
  },
  radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.lg}' } },
})

const fontSizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl']

/** Global styles of elements. The build also writes them into index.html, so that they apply before any script runs. */
export const elements = defineGlobalStyles({
  '*, ::before, ::after': {
    boxSizing: 'border-box',
    borderWidth: '0',
    borderStyle: 'solid',
    borderColor: 'border',
    _motionReduce: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // not a short duration: the initial `transition-property` is `all`, so every change of a style would animate
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
  html: {
    colorPalette: 'gray',
    '--focus-ring-width': '3px',
    '--focus-ring-offset': '2px',
    textSizeAdjust: '100%',
    scrollPaddingTop: '4',
  },
  body: {
    margin: '0',
    bg: 'bg',
    color: 'fg',
    fontFamily: 'body',
    fontSize: 'md',
    lineHeight: '1.6',
    _print: { bg: 'white', color: 'black', fontSize: '10.5pt', lineHeight: '1.4' },
  },
  'h1, h2, h3': {
    margin: '0',
    fontWeight: 'semibold',
    lineHeight: '1.2',
    textWrap: 'balance',
    overflowWrap: 'break-word',
  },
  'h1, h2': { fontFamily: 'heading', fontWeight: 'medium', letterSpacing: '-0.01em' },
  h1: { fontSize: '4xl' },
  'h1:focus': { outline: 'none' },
  h2: { fontSize: '3xl' },
  h3: { fontSize: 'lg' },
  'table, output, [type=number], [inputmode=decimal]': { fontVariantNumeric: 'tabular-nums' },
  'p, ul, ol, dl, dd, figure': { margin: '0' },
  'ul, ol': { padding: '0', listStyle: 'none' },
  address: { fontStyle: 'normal', overflowWrap: 'anywhere' },
  'time > span': { display: 'inline-block' },
  img: { display: 'block', maxWidth: 'full' },
  a: { color: 'link', textUnderlineOffset: '0.18em' },
  'button, input, select, textarea': { font: 'inherit', color: 'inherit' },
  button: { cursor: 'pointer' },
  ':where(button)': { padding: '0', background: 'none' },
  '::placeholder': { color: 'fg.muted', opacity: '1' },
  ':focus-visible': { outline: '3px solid {colors.focus}', outlineOffset: '2px' },
  // forced colours remove the backgrounds that mark them
  ':where([aria-current=page], [aria-selected=true], [aria-pressed=true])': {
    '@media (forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: '-4px' },
  },
  '[hidden]': { display: 'none !important' },
  '.header, .footer, .skip-link, .no-print': { _print: { display: 'none !important' } },
})

/** Print styles, and the floor above everything at the bottom edge (ui/feedback/bottom-edge.ts): nothing scrolls to below it. */
export const printAndEdge = {
  ':root': {
    '--floor': 'calc(var(--bars, 0px) + var(--actions, 0px))',
    scrollPaddingBottom: 'calc(var(--floor) + 0.75rem)',
    '@media (max-height: 30rem)': { '--floor': 'var(--bars, 0px)' },
  },
  // what gets the focus stands above a toast of up to three lines, also at the end of the page
  ':root:has(#toasts [data-part=root])': {
    scrollPaddingBottom: 'calc(var(--floor) + 8rem)',
    '& .footer': { paddingBottom: '8rem' },
  },
  // the administrators' navigation is at the bottom of a phone, and beside the screen elsewhere
  ':root:has(#admin-nav)': {
    '@media screen and (max-width: 47.99rem)': { '--admin-bar': '3.75rem' },
    '@media (min-width: 48rem)': {
      '& .app-body': { flexDirection: 'row' },
      '& .header-bar': { paddingInline: '1.25rem' },
    },
  },
  // nor below the bar of an order, which stays at the upper edge
  ':root:has([data-order-bar])': { '@media (min-height: 30rem)': { scrollPaddingTop: '8rem' } },
  '@page': {
    size: 'A4',
    margin: '16mm',
    '@bottom-right': { content: 'counter(page) " / " counter(pages)', font: '8pt sans-serif' },
  },
  // sums stand once, below the last row: on each page they would be repeated, and lie over what follows
  tfoot: { _print: { display: 'table-row-group' } },
  '.app-main': { _print: { padding: '0' } },
}

const chakraParts = defineConfig({
  theme: {
    keyframes,
    animationStyles,
    slotRecipes: { dialog: dialogSlotRecipe, menu: menuSlotRecipe, toast: toastSlotRecipe },
  },
})

/** The shop's theme. `elements` replaces Chakra's reset, which is larger. */
const shop = defineConfig({
  preflight: false,
  // print is always light
  conditions: { osDark: '@media screen and (prefers-color-scheme: dark)' },
  // no layers: classes of Chakra and of first-screen.css have the same precedence
  disableLayers: true,
  globalCss: { ...elements, ...printAndEdge },
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '62rem', xl: '75rem' },
    tokens,
    semanticTokens,
    textStyles: Object.fromEntries(fontSizes.map((size) => [size, { value: { fontSize: size } }])),
    layerStyles: { disabled: { value: { opacity: '0.55', cursor: 'not-allowed' } } },
    recipes,
    slotRecipes,
  },
})

/** Chakra's default system is 21 kB larger. Without keyframes and durations a closing dialog leaves its invisible backdrop on the page. */
export const system = createSystem(mergeConfigs(defaultBaseConfig, chakraParts, shop))
