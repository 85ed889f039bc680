import { timelineAnatomy } from '@chakra-ui/react/anatomy'
import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** A raised panel. */
export const cardRecipe = defineSlotRecipe({
  slots: ['root', 'header', 'body', 'footer', 'title', 'description'],
  base: {
    root: {
      position: 'relative',
      minWidth: '0',
      padding: 'clamp(1.125rem, 3vw, 1.75rem)',
      borderWidth: '1px',
      borderStyle: 'solid',
      borderColor: 'border',
      borderRadius: 'l3',
      bg: 'bg.panel',
      boxShadow: 'md',
      _print: { padding: '0', borderWidth: '0', boxShadow: 'none' },
    },
    title: { mb: '3.5', fontFamily: 'heading', fontSize: 'xl', fontWeight: 'medium' },
    body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3.5' },
    footer: { display: 'flex', flexWrap: 'wrap', gap: '3', mt: '3.5' },
    description: { color: 'fg.muted' },
  },
})

/** A box with a message about the screen. */
export const alertRecipe = defineSlotRecipe({
  slots: ['root', 'title', 'description', 'indicator', 'content'],
  base: {
    root: {
      display: 'flex',
      gap: '3',
      paddingInline: '4',
      paddingBlock: '3.5',
      borderRadius: 'l2',
      borderInlineStart: '4px solid currentColor',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      overflowWrap: 'anywhere',
    },
    indicator: { flexShrink: '0', mt: '0.5' },
    content: {
      flex: '1',
      minWidth: '0',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      justifyItems: 'start',
      gap: '2',
      color: 'fg',
    },
    title: { fontWeight: 'bold' },
  },
  variants: {
    status: {
      info: { root: { colorPalette: 'blue' } },
      success: { root: { colorPalette: 'green' } },
      warning: { root: { colorPalette: 'orange' } },
      error: { root: { colorPalette: 'red' } },
    },
  },
  defaultVariants: { status: 'info' },
})

export const badgeRecipe = defineRecipe({
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
})

/** Rows separated by lines. `outline` is a raised panel of its own. */
export const tableRecipe = defineSlotRecipe({
  slots: ['root', 'header', 'body', 'row', 'columnHeader', 'cell', 'footer', 'caption'],
  base: {
    root: { width: 'full', borderCollapse: 'collapse', textAlign: 'start', fontVariantNumeric: 'tabular-nums' },
    columnHeader: { color: 'fg.muted', fontSize: 'sm', fontWeight: 'semibold', textAlign: 'start' },
    cell: { textAlign: 'start', verticalAlign: 'middle' },
  },
  variants: {
    variant: {
      line: {
        columnHeader: { padding: '0.75rem 0.5rem', borderBottom: '1px solid {colors.border}' },
        cell: { padding: '0.75rem 0.5rem', borderBottom: '1px solid {colors.border}' },
      },
      outline: {
        root: {
          borderCollapse: 'separate',
          borderSpacing: '0',
          border: '1px solid {colors.border}',
          borderRadius: 'l3',
          bg: 'bg.panel',
          boxShadow: 'md',
        },
      },
    },
  },
  defaultVariants: { variant: 'line' },
})

/** Short facts in as many columns as fit. */
export const dataListRecipe = defineSlotRecipe({
  slots: ['root', 'item', 'itemLabel', 'itemValue'],
  base: {
    root: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 8rem), 1fr))', gap: '3' },
    item: { minWidth: '0' },
    itemLabel: { color: 'fg.muted', fontSize: 'sm' },
    itemValue: { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  },
})

/** Merged into Chakra's timeline: our sizes and colours. */
export const timelineChanges = defineSlotRecipe({
  slots: timelineAnatomy.keys(),
  base: {
    indicator: { outline: '2px solid {colors.bg.panel}', bg: 'colorPalette.subtle', color: 'colorPalette.fg' },
    content: { gap: '1' },
    description: { fontSize: 'sm' },
  },
  variants: {
    variant: { subtle: { indicator: { bg: 'colorPalette.subtle', color: 'colorPalette.fg' } } },
    size: { xl: { title: { mt: '1', fontSize: 'md' } } },
  },
  defaultVariants: { variant: 'subtle', size: 'xl' },
})

export const statRecipe = defineSlotRecipe({
  slots: ['root', 'label', 'helpText', 'valueUnit', 'valueText', 'indicator'],
  base: {
    root: { display: 'grid', gap: '1' },
    label: { color: 'fg.muted', fontSize: 'sm' },
    valueText: { fontFamily: 'heading', fontSize: '3xl', fontWeight: 'semibold' },
    helpText: { color: 'fg.muted', fontSize: 'sm' },
  },
})

export const spinnerRecipe = defineRecipe({
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
})
