import type { SystemContext, SystemStyleObject } from '@chakra-ui/react/styled-system'
import { buttonRecipe, inputRecipe } from './control-recipes.ts'
import { elements, paperAndBars } from './elements.ts'
import { footer } from './footer.ts'
import { productPage } from './product-page.ts'
import { cardRecipe } from './surface-recipes.ts'

const { base: button, variants: buttonLooks } = buttonRecipe

/** No page is pointed at, printed or filled in wrongly before it is painted. */
const lateStates = new Set(['_hover', '_disabled', '_invalid', '_currentPage', '_print'])

/** The rules without those of such states, and these alone. */
function split(rules: Record<string, SystemStyleObject | undefined>) {
  const part = (late: boolean) =>
    Object.entries(rules).map(([selector, styles = {}]) => {
      const chosen = Object.entries(styles).filter(([name]) => lateStates.has(name) === late)
      return [selector, Object.fromEntries(chosen)]
    })
  return { still: Object.fromEntries(part(false)), states: Object.fromEntries(part(true)) }
}

/**
 * What holds for every element, and what plain markup takes from the recipes of Chakra's parts, so that their look has one
 * home. The build writes `first` before first-screen.css, where a rule can change it, and `later` at the end of the page
 * (tools/build/first-screen-style.ts).
 */
export function plainParts({ css }: SystemContext) {
  const filled = { borderColor: 'transparent', ...buttonLooks?.variant.solid }
  const { still, states } = split({
    ...elements,
    '.button, .header-link': { ...button, ...buttonLooks?.size.md },
    '.button': buttonLooks?.variant.outline,
    '.button-sun': { ...filled, colorPalette: 'sun' },
    '.button-icon': { paddingInline: '0' },
    '.header-link': { ...buttonLooks?.variant.ghost, colorPalette: 'sea' },
    '.search-field': inputRecipe.base,
    '.card': cardRecipe.base?.root,
  })
  const later = {
    ...states,
    // the shop's mark is a third of a kilobyte; its place is there at once
    '.brand-mark:not(.brand-logo)': { background: 'url("../../public/icon.svg") center / contain' },
    ...paperAndBars,
    ...footer,
    '.button-primary': { ...filled, ...buttonLooks?.size.lg },
    '.segments': { justifyContent: 'start' },
    '.pager': { justifyContent: 'center', marginTop: '1rem' },
    ...productPage,
  }
  const made = (rules: object) =>
    Object.fromEntries(Object.entries(rules).map(([selector, styles]) => [selector, css(styles ?? {})]))
  return { first: made(still), later: made(later) }
}
