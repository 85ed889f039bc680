import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig, mergeConfigs } from '@chakra-ui/react/styled-system'
import {
  animationStyles,
  collapsibleSlotRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
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
import { breadcrumbRecipe, linkRecipe, stepsRecipe, tabsRecipe } from './navigation-recipes.ts'
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

const fontSizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl']

/** Chakra's own recipes; `shop` changes some of them. */
const chakraParts = defineConfig({
  theme: {
    keyframes,
    animationStyles,
    recipes: { skeleton: skeletonRecipe },
    slotRecipes: {
      collapsible: collapsibleSlotRecipe,
      dialog: dialogSlotRecipe,
      drawer: drawerSlotRecipe,
      menu: menuSlotRecipe,
      progress: progressSlotRecipe,
      ratingGroup: ratingGroupSlotRecipe,
      timeline: timelineSlotRecipe,
      toast: toastSlotRecipe,
    },
  },
})

/** The shop's theme. elements.ts replaces Chakra's reset, which is larger. */
const shop = defineConfig({
  preflight: false,
  // print is always light
  conditions: { osDark: '@media screen and (prefers-color-scheme: dark)' },
  // no layers: classes of Chakra and of first-screen.css have the same precedence
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
 * The shop's own Chakra system; Chakra's default one is 21 kB larger. Keyframes and durations must stay: without them a closing
 * dialog leaves its invisible backdrop on the page.
 */
export const system = createSystem(mergeConfigs(defaultBaseConfig, chakraParts, shop))
