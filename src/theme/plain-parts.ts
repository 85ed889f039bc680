import type { SystemContext } from '@chakra-ui/react/styled-system'
import { buttonRecipe, fieldRecipe, inputRecipe } from './control-recipes.ts'
import { cardRecipe, dataListRecipe } from './surface-recipes.ts'
import { linkRecipe } from './way-recipes.ts'

const { base: button, variants: buttonLooks } = buttonRecipe

/**
 * What the plain markup of the first screen takes from the recipes of Chakra's parts, so that their look has one home.
 * The build writes it before first-screen.css (tools/build/first-screen-style.ts): a rule there can change it.
 */
export function plainParts({ css, cva }: SystemContext) {
  const filled = { borderColor: 'transparent', ...buttonLooks?.variant.solid }
  const standingLink = cva(linkRecipe)({ variant: 'plain' })
  const parts = {
    '.button, .header-link': { ...button, ...buttonLooks?.size.md },
    '.button': buttonLooks?.variant.outline,
    '.button-primary': { ...filled, ...buttonLooks?.size.lg },
    '.button-sun': { ...filled, colorPalette: 'sun' },
    '.button-icon': { paddingInline: '0' },
    '.header-link': { ...buttonLooks?.variant.ghost, colorPalette: 'sea' },
    '.search-field, .tonnes input': inputRecipe.base,
    '.tonnes': fieldRecipe.base?.root,
    '.tonnes label': fieldRecipe.base?.label,
    '.card, .offer': cardRecipe.base?.root,
    '.facts dt': dataListRecipe.base?.itemLabel,
    '.facts dd': dataListRecipe.base?.itemValue,
    '.rating-link': standingLink,
    '.footer a': { ...standingLink, color: 'white' },
  }
  return Object.fromEntries(Object.entries(parts).map(([selector, styles]) => [selector, css(styles ?? {})]))
}
