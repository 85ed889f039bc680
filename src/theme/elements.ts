import { defineGlobalStyles } from '@chakra-ui/react/styled-system'

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
    fontFamily: 'heading',
    fontWeight: 'medium',
    lineHeight: '1.15',
    letterSpacing: '-0.01em',
    textWrap: 'balance',
    overflowWrap: 'break-word',
  },
  h1: { fontSize: '4xl' },
  'h1:focus': { outline: 'none' },
  h2: { fontSize: '3xl' },
  h3: { fontSize: 'lg' },
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
export const paperAndBars = {
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
  '@page': { size: 'A4', margin: '16mm' },
  // sums stand once, below the last row: on each page they would be repeated, and lie over what follows
  tfoot: { _print: { display: 'table-row-group' } },
  '.app-main': { _print: { padding: '0' } },
}
