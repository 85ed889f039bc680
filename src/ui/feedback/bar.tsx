import { chakra } from '@chakra-ui/react'

/** A line at the lower edge of the window. */
export const Bar = chakra('p', {
  base: {
    paddingInline: 'gutter',
    paddingBlock: '2',
    borderTop: '1px solid {colors.border}',
    bg: 'bg.warning',
    color: 'fg.warning',
    fontSize: '0.9375rem',
    lineHeight: '1.4',
    textAlign: 'center',
    '#bars > :last-child > &': { paddingBottom: 'max(0.5rem, env(safe-area-inset-bottom))' },
    _print: { display: 'none' },
  },
})
