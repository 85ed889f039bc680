import { dialogAnatomy, menuAnatomy, toastAnatomy } from '@chakra-ui/react/anatomy'
import { defineSlotRecipe } from '@chakra-ui/react/styled-system'
import { fieldBox } from './recipes.ts'

const panel = { bg: 'bg.panel', color: 'fg' }
const line = { padding: '0.75rem 0.5rem', borderBottom: '1px solid {colors.border}' }

export const slotRecipes = {
  alert: defineSlotRecipe({
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
  }),
  card: defineSlotRecipe({
    slots: ['root', 'header', 'body', 'footer', 'title', 'description'],
    base: {
      root: {
        position: 'relative',
        minWidth: '0',
        padding: { base: '4', md: '6' },
        borderWidth: '1px',
        borderRadius: 'l3',
        bg: 'bg.panel',
        _print: { padding: '0', borderWidth: '0' },
      },
      title: { mb: '4', fontSize: 'xl' },
      body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3.5' },
      footer: { display: 'flex', flexWrap: 'wrap', gap: '3', mt: '3.5' },
    },
  }),
  dataList: defineSlotRecipe({
    slots: ['root', 'item', 'itemLabel', 'itemValue'],
    base: {
      root: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))', gap: '3' },
      item: { minWidth: '0' },
      itemLabel: { color: 'fg.muted', fontSize: 'sm' },
      itemValue: { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
    },
  }),
  dialog: defineSlotRecipe({
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
        fontSize: '3xl',
        fontWeight: 'medium',
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
      size: {
        sm: { content: { maxW: 'md' } },
        // a paper in it wants its width
        md: { content: { maxW: 'xl', '&:has(iframe)': { maxW: '3xl' } } },
      },
    },
    defaultVariants: { size: 'md', scrollBehavior: 'inside' },
  }),
  field: defineSlotRecipe({
    slots: ['root', 'helperText', 'label'],
    base: {
      root: { display: 'grid', gap: '1.5', minWidth: '0', width: 'full' },
      label: { display: 'flex', gap: '1', fontWeight: 'semibold' },
      helperText: { color: 'fg.muted', fontSize: 'sm', lineHeight: '1.45' },
    },
  }),
  menu: defineSlotRecipe({
    slots: menuAnatomy.keys(),
    base: { item: { borderRadius: 'l2' } },
    variants: {
      size: {
        md: {
          content: { minW: '13rem', padding: '2', borderRadius: 'l3' },
          item: { minH: '11', gap: '3', px: '3.5', textStyle: 'md' },
        },
      },
      variant: { subtle: { item: { _highlighted: { bg: 'bg.subtle' } } } },
    },
  }),
  /** With its own arrow, so that the select looks the same in every browser. */
  nativeSelect: defineSlotRecipe({
    slots: ['root', 'field', 'indicator'],
    base: {
      root: { position: 'relative', display: 'flex', width: 'full' },
      field: { ...fieldBox, paddingInlineEnd: '9', '& > option': { bg: 'bg.panel', color: 'fg' } },
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
  }),
  stat: defineSlotRecipe({
    slots: ['root', 'label', 'helpText', 'valueUnit', 'valueText', 'indicator'],
    base: {
      root: { display: 'grid', gap: '1' },
      label: { color: 'fg.muted', fontSize: 'sm' },
      valueText: { fontSize: '2xl', fontWeight: 'semibold', lineHeight: '1.3', fontVariantNumeric: 'tabular-nums' },
      helpText: { color: 'fg.muted', fontSize: 'sm' },
    },
  }),
  /** Rows separated by lines. `outline` is a raised panel of its own. */
  table: defineSlotRecipe({
    slots: ['root', 'header', 'body', 'row', 'columnHeader', 'cell', 'footer', 'caption'],
    base: {
      root: { width: 'full', borderCollapse: 'collapse', textAlign: 'start', fontVariantNumeric: 'tabular-nums' },
      columnHeader: { color: 'fg.muted', fontSize: 'sm', fontWeight: 'semibold', textAlign: 'start' },
      cell: { textAlign: 'start', verticalAlign: 'middle' },
    },
    variants: {
      variant: {
        line: { columnHeader: line, cell: line },
        outline: {
          root: {
            borderCollapse: 'separate',
            borderSpacing: '0',
            border: '1px solid {colors.border}',
            borderRadius: 'l3',
            bg: 'bg.panel',
          },
        },
      },
    },
    defaultVariants: { variant: 'line' },
  }),
  tabs: defineSlotRecipe({
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
      content: { display: 'grid', gap: '4', minWidth: '0', pt: '5' },
    },
  }),
  /** Merged into Chakra's toast: a plain panel with a coloured edge instead of a filled one. */
  toast: defineSlotRecipe({
    slots: toastAnatomy.keys(),
    base: {
      root: {
        ...panel,
        alignItems: 'center',
        gap: '2',
        padding: '0.25rem 0.25rem 0.25rem 1.125rem',
        borderInlineStart: '4px solid {colors.border.emphasized}',
        boxShadow: 'lg',
        _motionReduce: { transition: 'none', _closed: { transition: 'none' } },
        '&[data-type=success]': { ...panel, borderInlineStartColor: 'fg.success' },
        '&[data-type=error]': { ...panel, borderInlineStartColor: 'fg.error' },
      },
      title: { flex: '1', marginEnd: '0', paddingBlock: '2', fontSize: 'md', lineHeight: '1.4' },
      closeTrigger: { position: 'static', flexShrink: '0', padding: '0', color: 'fg', fontSize: '2xl' },
    },
  }),
}
