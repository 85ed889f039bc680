import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * No violation of WCAG 2.2 AA on the page as it stands, in light and in dark colours. These take most of axe's time and are the
 * same in every language: a screen that is judged in several has them judged in one.
 */
export async function expectAccessible(page: Page, { colours = true } = {}): Promise<void> {
  for (const colorScheme of colours ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // a row that comes while axe looks, and is pale for a moment, is judged once it is there
    await expect(async () => {
      await stillness(page)
      expect(await violationsOf(page, colorScheme, colours)).toEqual([])
    }).toPass({ timeout: 60_000 })
  }
}

async function violationsOf(page: Page, colorScheme: 'light' | 'dark', colours: boolean) {
  // its source is half a megabyte: a page gets it once
  const isThere = await page.evaluate(() => 'axe' in window)
  // there are no frames: no second page needs to be opened for the sum. In dark only the colours are others
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (colorScheme === 'light'
    ? axe.withTags(rules).disableRules(colours ? [] : ofColours)
    : axe.withRules(ofColours)
  ).analyze()
  return violations.map(({ id, nodes }) => ({ id, colorScheme, at: nodes.map(({ html }) => html) }))
}

/** Colours are judged where they arrive, not on their way: waits for transitions that come to an end. */
async function stillness(page: Page): Promise<void> {
  const moving = () => {
    const running = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    })
    // rows and screens that fade in by framer-motion: invisible for a moment before their animation runs
    const fading = [...document.querySelectorAll<HTMLElement>('[style*=opacity]:not(input)')].filter(({ style }) => {
      return Number.parseFloat(style.opacity) < 1
    })
    return [...running.map(({ id }) => `animation ${id}`), ...fading.map(({ outerHTML }) => outerHTML.slice(0, 200))]
  }
  await expect.poll(() => page.evaluate(moving)).toEqual([])
}

/** Nothing on the page makes it wider than the screen; `innerWidth` would grow along with it on a phone. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect.soft(await page.evaluate(over), `too wide: ${page.url()}`).toBeLessThanOrEqual(0)
}
