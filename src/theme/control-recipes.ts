import { defineRecipe, defineSlotRecipe, defineStyle } from '@chakra-ui/react/styled-system'

/** Pills of at least 44 px. `outline` is the default, `solid` the primary action of a screen. */
export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    appearance: 'none',
    flexShrink: '0',
    maxWidth: 'full',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'transparent',
    borderRadius: 'full',
    color: 'colorPalette.fg',
    fontWeight: 'semibold',
    lineHeight: '1.2',
    overflowWrap: 'anywhere',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'button',
    transitionProperty: 'background-color, border-color, box-shadow',
    transitionDuration: 'fast',
    focusVisibleRing: 'outside',
    _disabled: { layerStyle: 'disabled' },
    '& svg': { flexShrink: '0' },
  },
  variants: {
    size: {
      sm: { minH: '11', minW: '11', px: '4', py: '1.5' },
      md: { minH: '11', minW: '11', px: '5', py: '2' },
      lg: { minH: '12', minW: '12', px: '5', py: '2' },
    },
    variant: {
      outline: {
        bg: 'bg.panel',
        borderColor: 'colorPalette.border',
        _hover: { bg: 'colorPalette.subtle' },
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
      ghost: { bg: 'transparent', borderRadius: 'l2', _hover: { bg: 'colorPalette.subtle' } },
      plain: { bg: 'transparent', borderRadius: 'l2', color: 'link', textDecoration: 'underline', px: '0' },
    },
  },
  defaultVariants: { size: 'md', variant: 'outline' },
})

/** The box of inputs, textareas and selects. */
const box = defineStyle({
  width: 'full',
  minWidth: '0',
  appearance: 'none',
  minHeight: '11',
  paddingInline: '3.5',
  paddingBlock: '2',
  borderWidth: '1px',
  borderStyle: 'solid',
  borderColor: 'border.emphasized',
  borderRadius: 'l2',
  bg: 'bg.panel',
  color: 'fg',
  textAlign: 'start',
  focusVisibleRing: 'outside',
  _placeholder: { color: 'fg.muted', opacity: 1 },
  _disabled: { layerStyle: 'disabled' },
  _invalid: { borderColor: 'border.error', boxShadow: 'inset 0 0 0 1px {colors.border.error}' },
})

export const inputRecipe = defineRecipe({ base: box })

export const textareaRecipe = defineRecipe({ base: { ...box, minHeight: '7rem', resize: 'vertical' } })

/** With its own arrow, so that the select looks the same in every browser. */
export const nativeSelectRecipe = defineSlotRecipe({
  slots: ['root', 'field', 'indicator'],
  base: {
    root: { position: 'relative', display: 'flex', width: 'full' },
    field: { ...box, paddingInlineEnd: '9', '& > option': { bg: 'bg.panel', color: 'fg' } },
    indicator: {
      position: 'absolute',
      top: '50%',
      insetEnd: '3',
      transform: 'translateY(-50%)',
      display: 'inline-flex',
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
})

/** Together with its label it is a target of 44 px. */
export const checkboxRecipe = defineSlotRecipe({
  slots: ['root', 'label', 'control', 'indicator', 'group'],
  base: {
    root: { display: 'inline-flex', alignItems: 'center', gap: '3', minHeight: '11', position: 'relative' },
    label: { fontWeight: 'semibold' },
    control: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      flexShrink: '0',
      boxSize: '1.375rem',
      borderWidth: '1px',
      borderStyle: 'solid',
      borderColor: 'border.emphasized',
      borderRadius: 'l1',
      bg: 'bg.panel',
      color: 'primary.text',
      cursor: 'checkbox',
      '&[data-state=checked]': { bg: 'primary', borderColor: 'primary' },
      '&[data-focus-visible]': { outline: '3px solid {colors.focus}', outlineOffset: '2px' },
      '& svg': { boxSize: '4' },
    },
  },
})

/** The label above the control, the hint below. */
export const fieldRecipe = defineSlotRecipe({
  slots: ['root', 'helperText', 'label'],
  base: {
    root: { display: 'grid', gap: '1.5', minWidth: '0', width: 'full' },
    label: { display: 'flex', gap: '1', fontWeight: 'semibold' },
    helperText: { color: 'fg.muted', fontSize: 'sm', lineHeight: '1.45' },
  },
})
