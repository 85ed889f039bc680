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

/** The footer. Its style comes last, since it is shown after the first products. */
const footer: Record<string, SystemStyleObject> = {
  '.footer': { bg: 'sea.night', color: 'sea.fg', fontSize: '0.9375rem', overflowWrap: 'anywhere' },
  '.footer-columns': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: '2rem',
    padding: '3rem {spacing.gutter} 2rem',
    md: { gridTemplateColumns: '2fr 1fr 1fr' },
  },
  '.footer h2': { marginBottom: '0.5rem', color: 'white', fontSize: 'lg' },
  '.footer a': { ...plainLink, color: 'white' },
  '.footer-links': { columns: '9.5rem' },
  '.footer-end': { padding: '1rem {spacing.gutter} 1.5rem', borderTop: '1px solid {colors.sea.subtle}' },
}

/** The newsletter form on the dark blue of the header, in both colour schemes. It is shown with the footer. */
const newsletter: Record<string, SystemStyleObject> = {
  '.newsletter': {
    gap: '0.5rem',
    padding: 'clamp(1.5rem, 4vw, 3rem)',
    borderRadius: 'l3',
    background: 'linear-gradient(120deg, {colors.sea.deep}, #17506f)',
    color: 'sea.fg',
  },
  '.newsletter h2': { color: 'white' },
  '.newsletter p': { maxWidth: '36rem' },
  '.newsletter label': { ...field?.label, display: 'block', marginBlock: '0.75rem 0.375rem' },
  // on a small phone the button is below the field
  '.newsletter .search': { flexWrap: 'wrap' },
  '.newsletter .search-field': { flex: '1 1 14rem' },
  '.newsletter .failure': { marginTop: '0.5rem', color: '#ffc9b0' },
}

/** The product page, which is plain markup (decision 009). Its style comes last, since the server never sends the page. */
const productPage: Record<string, SystemStyleObject> = {
  '.product, .product-info, .offer, .facts, .tonnes-row': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: '1rem',
  },
  '.product': {
    gap: 'clamp(1.5rem, 4vw, 3rem)',
    lg: { gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr)' },
  },
  '.product .picture': { borderRadius: 'lg', boxShadow: 'md' },
  '.rating-link': { ...plainLink },
  '.product-info': { display: 'flex', flexDirection: 'column', minWidth: '0' },
  '.offer': { ...card },
  '.order-bar': {
    display: 'grid',
    gap: '0.5rem',
    padding: '0.75rem 0',
    background: 'bg',
    // beside the picture it would lie over the quantity, and a low window has no room for it
    '@media (max-width: 61.99rem) and (min-height: 30.01rem)': {
      position: 'sticky',
      bottom: 'var(--bars, 0px)',
      zIndex: 'sticky',
    },
  },
  '.facts': { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 11rem), 1fr))', gap: '0 1.5rem' },
  '.facts > div': { padding: '0.625rem 0', borderBottom: '1px solid {colors.border}' },
  '.facts dt': { ...facts?.itemLabel },
  '.facts dd': { ...facts?.itemValue },
  '.tonnes': { ...field?.root },
  '.tonnes label': { ...field?.label },
  '.tonnes-row': {
    gridTemplateColumns: 'auto minmax(0, 8.5rem) auto',
    justifyContent: 'start',
    gap: '0.375rem',
    md: { gridTemplateColumns: 'auto minmax(7.75rem, 8.5rem) auto' },
  },
  '.tonnes input': { ...input, gridArea: '1 / 2', paddingRight: '1.625rem', textAlign: 'end' },
  '.card-add input': { ...input, width: '3.5rem', paddingInline: '0', textAlign: 'center' },
  '.tonnes-unit': { gridArea: '1 / 2', placeSelf: 'center end', paddingRight: '0.625rem', color: 'fg.muted' },
  '.failure': { color: 'fg.error', fontSize: '0.9375rem', lineHeight: '1.45', _empty: { display: 'none' } },
}

/** What the app adds at the edges of the window and in place of a screen, in plain markup. */
const appParts: Record<string, SystemStyleObject> = {
  '#start-failed': {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: '1',
    padding: '1rem {spacing.gutter}',
    bg: 'sea.deep',
    color: 'white',
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
  '.waiting': { display: 'grid', placeContent: 'center', justifyItems: 'center', gap: '1rem', minHeight: '50vh' },
  '.spinner': { ...recipes.spinner.base },
  '.empty-state': {
    display: 'grid',
    justifyItems: 'center',
    gap: '1.25rem',
    padding: 'clamp(2rem, 6vw, 4rem) 0.5rem',
    border: '1px dashed {colors.border.emphasized}',
    borderRadius: 'l3',
    textAlign: 'center',
  },
  '.empty-icon': {
    display: 'grid',
    placeItems: 'center',
    boxSize: '4.5rem',
    borderRadius: 'full',
    bg: 'bg.info',
    color: 'link',
    fontSize: '1.75rem',
  },
  '.empty-title': { fontFamily: 'heading', fontSize: '2xl', fontWeight: 'semibold', lineHeight: '1.3' },
  '.empty-state .muted': { maxWidth: '42rem', fontSize: '1.0625rem' },
  '#bars > :last-child > .bar': { paddingBottom: 'max(0.5rem, env(safe-area-inset-bottom))' },
}

/** The global styles and those of plain markup. The build writes `first` before first-screen.css and `later` at the end of the page. */
export function firstScreenParts({ css }: SystemContext) {
  const filled = { borderColor: 'transparent', ...buttonLooks?.variant.solid }
  const first = {
    ...elements,
    '.button, .header-link': { ...button, ...buttonLooks?.size.md },
    '.button': buttonLooks?.variant.outline,
    '.button-sun': { ...filled, colorPalette: 'sun' },
    '.button-icon': { paddingInline: '0' },
    '.header-link': { ...buttonLooks?.variant.ghost, colorPalette: 'sea' },
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
    '.segments': { justifyContent: 'start' },
    '.pager': { justifyContent: 'center', marginTop: '1rem' },
    ...productPage,
  }
  const compile = (rules: Record<string, SystemStyleObject | undefined>) =>
    Object.fromEntries(Object.entries(rules).map(([selector, styles]) => [selector, css(styles ?? {})]))
  return { first: compile(first), later: compile(later) }
}
