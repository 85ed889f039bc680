import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig, mergeConfigs } from '@chakra-ui/react/styled-system'
import {
  animationStyles,
  collapsibleSlotRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fileUploadSlotRecipe,
  keyframes,
  menuSlotRecipe,
  progressSlotRecipe,
  ratingGroupSlotRecipe,
  skeletonRecipe,
  timelineSlotRecipe,
  toastSlotRecipe,
} from '@chakra-ui/react/theme'
import {
  buttonRecipe,
  checkboxRecipe,
  fieldRecipe,
  inputRecipe,
  nativeSelectRecipe,
  textareaRecipe,
} from './control-recipes.ts'
import { elements, paperAndBars } from './elements.ts'
import { dialogChanges, menuChanges, toastChanges } from './overlay-changes.ts'
import { semanticTokens } from './semantic-tokens.ts'
import {
  alertRecipe,
  badgeRecipe,
  cardRecipe,
  dataListRecipe,
  emptyStateRecipe,
  spinnerRecipe,
  statRecipe,
  tableRecipe,
  timelineChanges,
} from './surface-recipes.ts'
import { tokens } from './tokens.ts'
import { breadcrumbRecipe, linkRecipe, stepsRecipe, tabsRecipe } from './way-recipes.ts'

const fontSizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl']

/** Recipes of Chakra's own, which ours change or leave as they are. */
const chakraParts = defineConfig({
  theme: {
    keyframes,
    animationStyles,
    recipes: { skeleton: skeletonRecipe },
    slotRecipes: {
      collapsible: collapsibleSlotRecipe,
      dialog: dialogSlotRecipe,
      drawer: drawerSlotRecipe,
      fileUpload: fileUploadSlotRecipe,
      menu: menuSlotRecipe,
      progress: progressSlotRecipe,
      ratingGroup: ratingGroupSlotRecipe,
      timeline: timelineSlotRecipe,
      toast: toastSlotRecipe,
    },
  },
})

/** The look of the shop. elements.ts is its own reset, smaller than Chakra's. */
const shop = defineConfig({
  preflight: false,
  // paper is white, whatever the reader's system prefers
  conditions: { osDark: '@media screen and (prefers-color-scheme: dark)' },
  // class names of Chakra and of first-screen.css are equals: no layer stands above the other
  disableLayers: true,
  globalCss: { ...elements, ...paperAndBars },
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '62rem', xl: '75rem' },
    tokens,
    semanticTokens,
    textStyles: Object.fromEntries(fontSizes.map((size) => [size, { value: { fontSize: size } }])),
    layerStyles: { disabled: { value: { opacity: '0.55', cursor: 'not-allowed' } } },
    recipes: {
      badge: badgeRecipe,
      button: buttonRecipe,
      input: inputRecipe,
      link: linkRecipe,
      spinner: spinnerRecipe,
      textarea: textareaRecipe,
    },
    slotRecipes: {
      alert: alertRecipe,
      breadcrumb: breadcrumbRecipe,
      card: cardRecipe,
      checkbox: checkboxRecipe,
      dataList: dataListRecipe,
      dialog: dialogChanges,
      emptyState: emptyStateRecipe,
      field: fieldRecipe,
      menu: menuChanges,
      nativeSelect: nativeSelectRecipe,
      stat: statRecipe,
      steps: stepsRecipe,
      table: tableRecipe,
      timeline: timelineChanges,
      tabs: tabsRecipe,
      toast: toastChanges,
    },
  },
})

/**
 * The shop's own Chakra system; Chakra's default one weighs 21 kB more. A change that takes tokens away must leave keyframes and
 * durations: without them a closing dialog leaves its invisible backdrop on the page.
 */
export const system = createSystem(mergeConfigs(defaultBaseConfig, chakraParts, shop))
