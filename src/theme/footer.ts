import type { SystemStyleObject } from '@chakra-ui/react/styled-system'
import { linkRecipe } from './way-recipes.ts'

/** The footer. It is shown after the first products: its style is at the end of the page, as product-page.ts is. */
export const footer: Record<string, SystemStyleObject> = {
  '.footer': { bg: 'sea.night', color: 'sea.fg', fontSize: '0.9375rem' },
  '.footer-columns': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: '2rem',
    padding: '3rem {spacing.gutter} 2rem',
    md: { gridTemplateColumns: '2fr 1fr 1fr' },
  },
  '.footer h2': { marginBottom: '0.5rem', color: 'white', fontSize: 'lg' },
  '.footer a': { ...linkRecipe.base, ...linkRecipe.variants?.variant.plain, color: 'white' },
  '.footer-links': { columns: '9.5rem' },
  '.footer-end': { padding: '1rem {spacing.gutter} 1.5rem', borderTop: '1px solid {colors.sea.subtle}' },
}
