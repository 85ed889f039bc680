import { dialogAnatomy, menuAnatomy, toastAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** Merged into Chakra's dialog: our sizes and fonts. */
export const dialogChanges = defineSlotRecipe({
  slots: dialogAnatomy.keys(),
  base: {
    positioner: { width: 'full' },
    content: {
      width: 'calc(100% - 1.5rem)',
      color: 'fg',
      fontSize: 'md',
      lineHeight: '1.6',
      // they remove the shadow
      '@media (forced-colors: active)': { border: '1px solid' },
    },
    header: { alignItems: 'flex-start', justifyContent: 'space-between', padding: '1.125rem 0.75rem 0.5rem 1.25rem' },
    title: {
      minWidth: '0',
      overflowWrap: 'anywhere',
      paddingBlock: '1.5',
      fontFamily: 'heading',
      fontSize: '2xl',
      fontWeight: 'semibold',
      lineHeight: '1.25',
    },
    body: { padding: '0.25rem 1.25rem 1.25rem' },
    description: { color: 'fg' },
    footer: {
      flexWrap: 'wrap',
      gap: '2.5',
      padding: '0.25rem 1.25rem 1.25rem',
      '& > button': { flex: { base: '1 1 100%', sm: 'none' } },
    },
    closeTrigger: { pos: 'static', flexShrink: '0' },
  },
  variants: {
    scrollBehavior: { inside: { content: { maxH: 'calc(100dvh - 2rem)' } } },
    size: { sm: { content: { maxW: 'md' } }, md: { content: { maxW: 'xl' } } },
  },
  defaultVariants: { size: 'md', scrollBehavior: 'inside' },
})

/** Merged into Chakra's menu: our sizes, and targets of 44 px. */
export const menuChanges = defineSlotRecipe({
  slots: menuAnatomy.keys(),
  base: { content: { border: '1px solid {colors.border}' }, item: { borderRadius: 'l2' } },
  variants: {
    size: {
      md: {
        content: { minW: '13rem', padding: '2', borderRadius: 'l3' },
        item: { minH: '11', gap: '3', px: '3.5', textStyle: 'md' },
      },
    },
    variant: { subtle: { item: { _highlighted: { bg: 'bg.subtle' } } } },
  },
})

const panel = { bg: 'bg.panel', color: 'fg' }

/** Merged into Chakra's toast: a plain panel with a coloured edge instead of a filled one. */
export const toastChanges = defineSlotRecipe({
  slots: toastAnatomy.keys(),
  base: {
    root: {
      ...panel,
      alignItems: 'center',
      gap: '2',
      padding: '0.25rem 0.25rem 0.25rem 1.125rem',
      border: '1px solid {colors.border}',
      borderInlineStart: '5px solid {colors.border.emphasized}',
      boxShadow: 'lg',
      _motionReduce: { transition: 'none', _closed: { transition: 'none' } },
      '&[data-type=success]': { ...panel, borderInlineStartColor: 'fg.success' },
      '&[data-type=error]': { ...panel, borderInlineStartColor: 'fg.error' },
    },
    title: { flex: '1', marginEnd: '0', paddingBlock: '2', fontSize: 'md', lineHeight: '1.4' },
    closeTrigger: { position: 'static', flexShrink: '0', padding: '0', color: 'fg', fontSize: '2xl' },
  },
})
