import type { SystemContext, SystemStyleObject } from '@chakra-ui/react/styled-system'
import { recipes } from './recipes.ts'
import { slotRecipes } from './slot-recipes.ts'
import { elements, printAndEdge } from './system.ts'

const { base: button, variants: buttonLooks } = recipes.button
const plainLink = { ...recipes.link.base, ...recipes.link.variants?.variant.plain }
const { base: input } = recipes.input
const { base: field } = slotRecipes.field
const { base: facts } = slotRecipes.dataList
const card = slotRecipes.card.base?.root
const stack = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }

/** The footer. Its style comes last, since it is shown after the first products. */
const footer: Record<string, SystemStyleObject> = {
  '.footer': { borderTop: '1px solid {colors.border}', bg: 'bg.subtle', overflowWrap: 'anywhere' },
  '.footer-columns': {
    ...stack,
    gap: '2rem',
    padding: '3rem {spacing.gutter} 2rem',
    md: { gridTemplateColumns: '2fr 1fr 1fr' },
  },
  '.footer p': { maxWidth: '34rem', color: 'fg.muted' },
  '.footer h2': {
    marginBottom: '0.5rem',
    fontFamily: 'body',
    fontSize: 'md',
    fontWeight: 'semibold',
    letterSpacing: '0',
  },
  '.footer a': { ...plainLink, color: 'fg', textDecoration: 'none', _hover: { textDecoration: 'underline' } },
  '.footer-links': { columns: '9.5rem' },
  '.footer .footer-end': { maxWidth: 'none', padding: '0.5rem {spacing.gutter} 1.5rem', fontSize: 'sm' },
}

/** The newsletter form. It is shown with the footer. */
const newsletter: Record<string, SystemStyleObject> = {
  '.newsletter': { gap: '0.5rem', paddingTop: '2.5rem', borderTop: '1px solid {colors.border}' },
  '.newsletter p': { maxWidth: '36rem', color: 'fg.muted' },
  '.newsletter label': { ...field?.label, display: 'block', marginBlock: '0.5rem 0.375rem' },
  // on a small phone the button is below the field
  '.newsletter .search': { flexWrap: 'wrap' },
  '.newsletter .search-field': { flex: '1 1 14rem' },
  '.newsletter .failure': { marginTop: '0.5rem' },
}

/** What the app adds at the edges of the window and in place of a screen, in plain markup. */
const appParts: Record<string, SystemStyleObject> = {
  '#start-failed': {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: '1',
    padding: '1rem {spacing.gutter}',
    bg: 'fg',
    color: 'bg',
  },
  '#start-failed button': { minHeight: '2.75rem', padding: '0 0.5rem', textDecoration: 'underline' },
  '.bar': {
    padding: '0.5rem {spacing.gutter}',
    borderTop: '1px solid {colors.border}',
    bg: 'bg.warning',
    color: 'fg.warning',
    fontSize: '0.9375rem',
    lineHeight: '1.4',
    textAlign: 'center',
    _print: { display: 'none' },
  },
  '.update-offer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '0.25rem 1rem',
    bg: 'bg.panel',
    color: 'fg',
  },
  '::view-transition': { pointerEvents: 'none' },
  '::view-transition-old(root), ::view-transition-new(root)': { animationDuration: '150ms' },
  '.waiting': { ...stack, gap: '1rem', minHeight: '50vh' },
  '.bones': { ...stack, gap: '0.75rem' },
  '.bone': { height: '1rem', borderRadius: 'l1', bg: 'border', '&:nth-of-type(even)': { width: '62%' } },
  '.bone-title': { height: '2rem', width: 'min(16rem, 60%)' },
  '.bone-rows .bone:nth-of-type(n)': { height: '3.5rem', width: 'auto' },
  '.empty-state': {
    display: 'grid',
    justifyItems: 'center',
    gap: '1rem',
    padding: '2.5rem 0.5rem',
    textAlign: 'center',
  },
  '.empty-drawing': { width: 'min(15rem, 70%)', height: 'auto', color: 'border.emphasized' },
  '.empty-title': { fontSize: 'lg', fontWeight: 'semibold', lineHeight: '1.3' },
  '.empty-state search': { width: 'min(100%, 34rem)' },
  '.empty-state .muted': { maxWidth: '34rem' },
  '#bars > :last-child > .bar': { paddingBottom: 'max(0.5rem, env(safe-area-inset-bottom))' },
}

/** Lists and the product page, which are plain markup (decision 009). Their style comes last, since the server never sends them. */
const catalogueParts: Record<string, SystemStyleObject> = {
  '.product': {
    ...stack,
    gap: '1rem',
    lg: {
      gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      gap: '2.5rem 3rem',
    },
  },
  '.product-info': {
    display: 'flex',
    flexDirection: 'column',
    gap: '1rem',
    minWidth: '0',
    lg: { position: 'sticky', top: '1.5rem', gridRow: 'span 2', alignSelf: 'start' },
  },
  '.product-info h1': { fontSize: '3xl' },
  '.product .picture': { borderRadius: 'lg' },
  '.rating-link': { ...plainLink },
  // with large text the price is below the quantity
  '.offer': { display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: '0.75rem 1rem' },
  '.offer > *': { flex: '1 0 100%' },
  '.offer > .tonnes': { flex: '1 1 10rem' },
  '.offer > .offer-price': { flex: 'none', color: 'fg.muted' },
  '.note-field': { ...input },
  '.description': { maxWidth: '68ch', marginBottom: '1.5rem', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '.gallery': { position: 'relative', minWidth: '0' },
  '.gallery-track': {
    display: 'flex',
    gap: '0',
    overflowX: 'auto',
    borderRadius: 'lg',
    scrollSnapType: 'x mandatory',
    scrollbarWidth: 'none',
  },
  '.gallery-picture': { position: 'relative', flex: '0 0 100%', scrollSnapAlign: 'start' },
  '.gallery-zoom': {
    position: 'absolute',
    inset: '0',
    display: 'grid',
    placeItems: 'start end',
    padding: '0.75rem',
    color: '#0b2540',
    cursor: 'zoom-in',
    _focusVisible: { outlineOffset: '-4px' },
  },
  '.gallery-bar, .zoom-bar': { display: 'flex', alignItems: 'center', gap: '0.5rem', justifyContent: 'center' },
  '.gallery-bar': { position: 'absolute', inset: 'auto 0 0.5rem', pointerEvents: 'none' },
  '.gallery-bar .button, .zoom-bar .button': { pointerEvents: 'auto', borderRadius: 'full', bg: 'bg.panel' },
  '.gallery-dots': { display: 'flex', gap: '0.5rem', padding: '0.5rem', borderRadius: 'full', bg: 'bg.panel' },
  '.gallery-dots span': { boxSize: '0.5rem', borderRadius: 'full', bg: 'border.emphasized', opacity: '0.5' },
  '.gallery-dots [data-here]': { bg: 'fg', opacity: '1' },
  '.zoom': {
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    padding: '0',
    overflow: 'auto',
    bg: 'bg',
    _backdrop: { bg: 'blackAlpha.500' },
  },
  '.zoom-picture': { position: 'relative', '--fit': 'contain' },
  '.zoom-picture .picture': { width: 'full', height: '100dvh', aspectRatio: 'auto', borderRadius: '0' },
  '.zoom[data-large] .zoom-picture': { width: '200vw' },
  '.zoom[data-large] .picture': { height: '200dvh' },
  '.zoom-bar': { position: 'fixed', inset: 'auto 0 1rem' },
  '.facts > div': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '1rem',
    padding: '0.5rem 0',
    borderBottom: '1px solid {colors.border}',
  },
  '.facts dt': { ...facts?.itemLabel, flex: '1 1 7rem', maxWidth: '12rem' },
  '.facts dd': { ...facts?.itemValue, flex: '2 1 8rem' },
  '.tonnes': { ...field?.root },
  '.tonnes label': { ...field?.label },
  '.tonnes-row': {
    ...stack,
    gridTemplateColumns: 'auto minmax(0, 8.5rem) auto',
    justifyContent: 'start',
    gap: '0.375rem',
    md: { gridTemplateColumns: 'auto minmax(7.75rem, 8.5rem) auto' },
  },
  '.tonnes input': { ...input, gridArea: '1 / 2', paddingRight: '1.625rem', textAlign: 'end' },
  '.card-add input': { ...input, width: '3.5rem', paddingInline: '0', borderRadius: 'full', textAlign: 'center' },
  '.tonnes-unit': { gridArea: '1 / 2', placeSelf: 'center end', paddingRight: '0.625rem', color: 'fg.muted' },
  '.failure': { color: 'fg.error', fontSize: '0.9375rem', lineHeight: '1.45', _empty: { display: 'none' } },
  '.segments': { justifyContent: 'start' },
  '.list-head': { display: 'grid', gap: '1rem' },
  // one line that scrolls: its height is the same before the counts are there
  '.filters': {
    display: 'flex',
    gap: '0.5rem',
    minWidth: '0',
    minHeight: '3.5rem',
    margin: '0 calc({spacing.gutter} * -1)',
    padding: '0.375rem {spacing.gutter}',
    overflowX: 'auto',
    scrollPaddingInline: '{spacing.gutter}',
    scrollbarWidth: 'none',
  },
  '.chip': {
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.5rem',
    minHeight: '2.75rem',
    maxWidth: '13rem',
    padding: '0 1rem',
    borderRadius: 'full',
    bg: 'bg.subtle',
    color: 'fg',
    fontSize: '0.9375rem',
    textOverflow: 'ellipsis',
    cursor: 'pointer',
    fieldSizing: 'content',
    _hover: { bg: 'border' },
  },
  '.chip[aria-pressed=true], .chip[data-chosen]': { bg: 'bg.info', color: 'link', boxShadow: 'inset 0 0 0 2px' },
  '.chip-count': { color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  '.chip-quiet': { bg: 'transparent', color: 'link' },
}

/** The global styles and those of plain markup. The build writes `first` before first-screen.css and `later` at the end of the page. */
export function firstScreenParts({ css }: SystemContext) {
  const filled = { borderColor: 'transparent', ...buttonLooks?.variant.solid }
  const first = {
    ...elements,
    '.button, .header-link': { ...button, ...buttonLooks?.size.md },
    '.button': buttonLooks?.variant.outline,
    '.button-solid': filled,
    '.button-icon': { paddingInline: '0', minWidth: 'min(2.75rem, max(44px, 13vw))' },
    '.header-link': buttonLooks?.variant.ghost,
    '.search-field': input,
    '.card': card,
  }
  const later = {
    // a third of a kilobyte; first-screen.css reserves its space
    '.brand-mark:not(.brand-logo)': { background: 'url("../../public/icon.svg") center / contain' },
    ...printAndEdge,
    ...appParts,
    ...newsletter,
    ...footer,
    '.button-primary': { ...filled, ...buttonLooks?.size.lg },
    '.pager': { justifyContent: 'center', marginTop: '1rem' },
    ...catalogueParts,
  }
  const compile = (rules: Record<string, SystemStyleObject | undefined>) =>
    Object.fromEntries(Object.entries(rules).map(([selector, styles]) => [selector, css(styles ?? {})]))
  return { first: compile(first), later: compile(later) }
}
