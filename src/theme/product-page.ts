import type { SystemStyleObject } from '@chakra-ui/react/styled-system'
import { fieldRecipe, inputRecipe } from './control-recipes.ts'
import { cardRecipe, dataListRecipe } from './surface-recipes.ts'
import { linkRecipe } from './way-recipes.ts'

/**
 * The product page, which is plain markup (decision 012). The server never sends it: the build writes its style at the end
 * of the page, behind the first screen.
 */
export const productPage: Record<string, SystemStyleObject> = {
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
  '.rating-link': { ...linkRecipe.base, ...linkRecipe.variants?.variant.plain },
  '.offer': { ...cardRecipe.base?.root },
  '.facts': { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 11rem), 1fr))', gap: '0 1.5rem' },
  '.facts > div': { padding: '0.625rem 0', borderBottom: '1px solid {colors.border}' },
  '.facts dt': { ...dataListRecipe.base?.itemLabel },
  '.facts dd': { ...dataListRecipe.base?.itemValue },
  '.tonnes': { ...fieldRecipe.base?.root },
  '.tonnes label': { ...fieldRecipe.base?.label },
  '.tonnes-row': { gridTemplateColumns: 'auto 8.5rem auto', justifyContent: 'start', gap: '0.375rem' },
  '.tonnes input': { ...inputRecipe.base, gridArea: '1 / 2', paddingRight: '1.625rem', textAlign: 'end' },
  '.tonnes-unit': { gridArea: '1 / 2', placeSelf: 'center end', paddingRight: '0.625rem', color: 'fg.muted' },
  '.failure': { color: 'fg.error' },
}
