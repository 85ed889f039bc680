import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react/styled-system'

/** `plain` is a link on its own, a target of 44 px; `underline` is a link inside a sentence. */
export const linkRecipe = defineRecipe({
  base: { color: 'link', textUnderlineOffset: '0.18em', borderRadius: 'l1', focusVisibleRing: 'outside' },
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
})

export const breadcrumbRecipe = defineSlotRecipe({
  slots: ['link', 'currentLink', 'item', 'list', 'root', 'ellipsis', 'separator'],
  base: {
    root: { marginBlock: '-1.25rem -0.75rem' },
    list: { display: 'flex', flexWrap: 'wrap', gap: '0 0.5rem', color: 'fg.muted' },
    item: { display: 'inline-flex', alignItems: 'center' },
    link: { display: 'inline-block', minWidth: '11', paddingBlock: '2.5', color: 'link', focusVisibleRing: 'outside' },
    currentLink: { paddingBlock: '2.5' },
    separator: { display: 'inline-flex', alignItems: 'center', color: 'border.emphasized' },
  },
})

/** Progress through a few screens: numbers in circles, in one row that wraps. */
export const stepsRecipe = defineSlotRecipe({
  slots: ['list', 'item', 'indicator', 'title'],
  base: {
    list: { display: 'flex', flexWrap: 'wrap', gap: '0 1.5rem', color: 'fg.muted', fontSize: '0.9375rem' },
    item: { display: 'flex', alignItems: 'center', gap: '2', minHeight: '11' },
    indicator: {
      display: 'grid',
      placeItems: 'center',
      boxSize: '1.625rem',
      border: '1.5px solid currentColor',
      borderRadius: 'full',
      fontSize: '0.8125rem',
      fontWeight: 'bold',
      _current: { borderColor: 'primary', bg: 'primary', color: 'primary.text' },
    },
    title: { 'li[aria-current] > &': { color: 'fg', fontWeight: 'semibold' } },
  },
})

/** The tabs are in one row, which scrolls on a phone and wraps on wider screens. */
export const tabsRecipe = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content'],
  base: {
    root: { minWidth: '0' },
    list: {
      display: 'flex',
      flexWrap: { md: 'wrap' },
      gap: '1 0.25rem',
      overflowX: { mdDown: 'auto' },
      scrollbarWidth: 'thin',
      borderBottom: '1px solid {colors.border}',
    },
    trigger: {
      display: 'inline-flex',
      alignItems: 'center',
      flexShrink: '0',
      gap: '2',
      minHeight: '11',
      paddingInline: '3',
      borderBottom: '3px solid transparent',
      color: 'fg.muted',
      fontWeight: 'semibold',
      whiteSpace: 'nowrap',
      cursor: 'button',
      focusVisibleRing: 'inside',
      _hover: { color: 'fg' },
      _selected: { borderColor: 'warm', color: 'fg' },
    },
    content: { display: 'grid', gap: '4', minWidth: '0', pt: '5', focusVisibleRing: 'outside' },
  },
})
