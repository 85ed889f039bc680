import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isLong, oneInTurn } from '../support/run.ts'

/** Less than half as long as what `AxeBuilder` would bring into the page. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const ofColours = ['color-contrast', 'link-in-text-block']

/** A short run looks in light or in dark mode, in turn. */
const schemes = oneInTurn(['light', 'dark'] as const)

/** Checks that the page has no violation of WCAG 2.2 AA. Colours take most of axe's time: of answers and dialogs a long run checks them. */
export async function expectAccessible(page: Page, { colours = isLong } = {}): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // a row that fades in while axe runs is checked again when it is fully visible
    await expect(async () => {
      await stillness(page)
      expect(await violationsOf(page, colorScheme, colours)).toEqual([])
    }).toPass({ timeout: 60_000 })
  }
}

async function violationsOf(page: Page, colorScheme: (typeof schemes)[number], colours: boolean) {
  // each page gets axe's source once
  const isThere = await page.evaluate(() => 'axe' in window)
  // without frames axe needs no second page for its result; a second look is for colours only
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'undefined' : source })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (colorScheme === schemes[0]
    ? axe.withTags(rules).disableRules(colours ? [] : ofColours)
    : axe.withRules(ofColours)
  ).analyze()
  return violations.map(({ id, nodes }) => ({ id, colorScheme, at: nodes.map(({ html }) => html) }))
}

/** Waits for transitions to end, so that final colours are checked. */
async function stillness(page: Page): Promise<void> {
  const moving = () => {
    const running = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    })
    // rows and screens that framer-motion fades in are invisible for a moment before their animation runs
    const fading = [...document.querySelectorAll<HTMLElement>('[style*=opacity]:not(input)')].filter(({ style }) => {
      return Number.parseFloat(style.opacity) < 1
    })
    return [...running.map(({ id }) => `animation ${id}`), ...fading.map(({ outerHTML }) => outerHTML.slice(0, 200))]
  }
  await expect.poll(() => page.evaluate(moving)).toEqual([])
}

/** Checks that the page is not wider than the screen; `innerWidth` would grow with it on a phone. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect.soft(await page.evaluate(over), `too wide: ${page.url()}`).toBeLessThanOrEqual(0)
}

/** What is wider than the window when texts have twice their size (what scrolls in a frame of its own may be), and controls that lie over each other. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = document.documentElement
    root.style.fontSize = '200%'
    // what measures itself follows in the next frame
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrollWidth, clientWidth } = root
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const over = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 1 && !scrolls(each.parentElement),
    )
    const stays = (element: Element | null): boolean =>
      element === null ||
      (!/fixed|sticky|absolute/.test(getComputedStyle(element).position) && stays(element.parentElement))
    const controls = [...document.querySelectorAll('main :is(a[href], button, input, select, textarea)')]
      // a picture's own buttons are over it, and a field's within it
      .filter((each) => each.checkVisibility() && each.clientHeight > 1 && stays(each) && !each.closest('.gallery'))
      .filter((each) => !scrolls(each.parentElement))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
    const crowded = controls.flatMap(({ each, box }, at) =>
      controls.slice(at + 1).flatMap(({ each: other, box: its }) => {
        const width = Math.min(box.right, its.right) - Math.max(box.left, its.left)
        const height = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)
        if (width < 4 || height < 4 || each.contains(other)) return []
        return [`${each.outerHTML.slice(0, 120)} lies over ${other.outerHTML.slice(0, 120)}`]
      }),
    )
    root.style.fontSize = ''
    if (scrollWidth <= clientWidth) return crowded.slice(0, 3)
    return [`${scrollWidth} px`, ...over.slice(-3).map((each) => each.outerHTML.slice(0, 160))]
  })
}

/** Touch targets are at least 44 px high; links within a sentence are as high as its line (WCAG 2.5.8). */
export function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = 'a[href], button, input, select, textarea, summary, [role=menuitem]'
    // hundredths: a height in rem rounds
    const enough = 43.9
    const inSentence = (target: Element) => {
      const around = [...(target.parentNode?.childNodes ?? [])].filter((node) => node !== target)
      return (
        getComputedStyle(target).display.startsWith('inline') &&
        around.some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ''))
      )
    }
    /** the label of a checkbox is a target too, and so is the card or row that a link covers */
    const surfaceOf = (target: Element) => {
      const stretched = getComputedStyle(target, '::after').position === 'absolute'
      return (stretched ? target.closest('.card, tr') : target.closest('label')) ?? target
    }
    return [...document.querySelectorAll(selector)]
      .filter((target) => target.checkVisibility() && !inSentence(target) && !target.closest('.skip-link'))
      .filter((target) => surfaceOf(target).getBoundingClientRect().height < enough)
      .map((target) => `${Math.round(target.getBoundingClientRect().height)} px: ${target.outerHTML.slice(0, 120)}`)
  })
}

/** Opens a screen of the open app and waits until it has come: a new screen focuses its heading. */
export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    location.hash = to
  }, path)
  await expect(page.locator('main h1').first(), path).toBeFocused()
  await expect(page.locator('main [role=status]:has(.spinner, .chakra-spinner), [aria-busy=true]')).toHaveCount(0)
}
