import { defineRecipe, defineStyle } from '@chakra-ui/react/styled-system'

/* Chakra's own recipes have fixed heights, small texts and many sizes and looks: building on them would be longer, and larger to load. */

export const fieldBox = defineStyle({
  width: 'full',
  minWidth: '0',
  appearance: 'none',
  minHeight: '11',
  paddingInline: '3.5',
  paddingBlock: '2',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'l2',
  bg: 'bg.panel',
  color: 'fg',
  textAlign: 'start',
  _disabled: { layerStyle: 'disabled' },
  _invalid: { borderColor: 'border.error', boxShadow: 'inset 0 0 0 1px {colors.border.error}' },
})

export const recipes = {
  badge: defineRecipe({
    base: {
      display: 'inline-flex',
      justifySelf: 'start',
      alignItems: 'center',
      gap: '1.5',
      paddingInline: '2.5',
      paddingBlock: '0.5',
      borderRadius: 'full',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      fontSize: 'sm',
      fontWeight: 'semibold',
    },
  }),
  /** At least 44 px. `solid` is the one primary action of a screen, the quiet `outline` is the default. */
  button: defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '2',
      appearance: 'none',
      flexShrink: '0',
      maxWidth: 'full',
      borderWidth: '1px',
      borderColor: 'transparent',
      borderRadius: 'l2',
      color: 'colorPalette.fg',
      fontWeight: 'semibold',
      lineHeight: '1.2',
      overflowWrap: 'anywhere',
      textAlign: 'center',
      textDecoration: 'none',
      cursor: 'button',
      transitionProperty: 'background-color, border-color, box-shadow',
      transitionDuration: 'fast',
      _disabled: { layerStyle: 'disabled' },
      '& svg': { flexShrink: '0' },
    },
    variants: {
      size: {
        sm: { minH: '11', minW: '11', px: '4', py: '1.5' },
        md: { minH: '11', minW: '11', px: '4', py: '2' },
        lg: { minH: '12', minW: '12', px: '5', py: '2' },
      },
      variant: {
        outline: {
          bg: 'bg.panel',
          borderColor: 'border',
          _hover: { bg: 'colorPalette.subtle', borderColor: 'border.emphasized' },
          _currentPage: {
            colorPalette: 'brand',
            borderColor: 'transparent',
            bg: 'colorPalette.solid',
            color: 'colorPalette.contrast',
            _hover: { bg: 'colorPalette.hover' },
          },
        },
        solid: {
          colorPalette: 'accent',
          bg: 'colorPalette.solid',
          color: 'colorPalette.contrast',
          _hover: { bg: 'colorPalette.hover' },
        },
        ghost: { bg: 'transparent', _hover: { bg: 'colorPalette.subtle' } },
        plain: { bg: 'transparent', color: 'link', textDecoration: 'underline', px: '0' },
      },
    },
    defaultVariants: { size: 'md', variant: 'outline' },
  }),
  input: defineRecipe({ base: fieldBox }),
  /** `plain` is a link on its own, a target of 44 px; `underline` is a link inside a sentence. */
  link: defineRecipe({
    base: { color: 'link', textUnderlineOffset: '0.18em', borderRadius: 'l1' },
    variants: {
      variant: {
        underline: { textDecoration: 'underline' },
        plain: {
          display: 'inline-flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '0 0.375rem',
          minWidth: '11',
          minHeight: '11',
          textDecoration: 'underline',
        },
      },
    },
    defaultVariants: { variant: 'underline' },
  }),
  spinner: defineRecipe({
    base: {
      display: 'inline-block',
      boxSize: '10',
      border: '3px solid {colors.border}',
      borderTopColor: 'primary',
      borderRadius: 'full',
      animation: 'spin',
      _motionReduce: { borderStyle: 'dotted' },
    },
    variants: {
      size: { inherit: { boxSize: '1em', borderWidth: '2px', borderColor: 'currentColor transparent' }, xl: {} },
    },
    defaultVariants: { size: 'xl' },
  }),
  textarea: defineRecipe({ base: { ...fieldBox, minHeight: '7rem', resize: 'vertical' } }),
}
