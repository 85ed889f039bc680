import type { SystemContext } from '@chakra-ui/react/styled-system'
import { buttonRecipe, inputRecipe } from './control-recipes.ts'
import { elements, paperAndBars } from './elements.ts'
import { footer } from './footer.ts'
import { productPage } from './product-page.ts'
import { cardRecipe } from './surface-recipes.ts'

const { base: button, variants: buttonLooks } = buttonRecipe

/**
 * What holds for every element, and what plain markup takes from the recipes of Chakra's parts, so that their look has one
 * home. The build writes `first` before first-screen.css, where a rule can change it, and `later` at the end of the page
 * (tools/build/first-screen-style.ts).
 */
export function plainParts({ css }: SystemContext) {
  const filled = { borderColor: 'transparent', ...buttonLooks?.variant.solid }
  const first = {
    ...elements,
    '.button, .header-link': { ...button, ...buttonLooks?.size.md },
    '.button': buttonLooks?.variant.outline,
    '.button-sun': { ...filled, colorPalette: 'sun' },
    '.button-icon': { paddingInline: '0' },
    '.header-link': { ...buttonLooks?.variant.ghost, colorPalette: 'sea' },
    '.search-field': inputRecipe.base,
    '.card': cardRecipe.base?.root,
  }
  const later = {
    ...paperAndBars,
    ...footer,
    '.button-primary': { ...filled, ...buttonLooks?.size.lg },
    '.segments': { justifyContent: 'start' },
    '.pager': { justifyContent: 'center', marginTop: '1rem' },
    ...productPage,
  }
  const made = (rules: object) =>
    Object.fromEntries(Object.entries(rules).map(([selector, styles]) => [selector, css(styles ?? {})]))
  return { first: made(first), later: made(later) }
}
