import { i18n } from '@lingui/core'
import { newShop } from '../../contract/shop.ts'
import { embeddedShop } from '../catalogue/embedded-answers.ts'
import { whenIdle } from '../ui/schedule.ts'
import { App } from './app.tsx'
import type { DataLayer } from './data-layer.tsx'
import { followNavigation } from './focus.ts'
import { isFirstScreen, mount } from './mount.tsx'
import { createShopRouter } from './router.tsx'

/** Translators put these in place of texts; the app has none. */
const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT'

/**
 * Lets a browser's translation stand beside React's own texts, not in their place: React goes on writing to a text that was taken
 * from the page, and fails to remove it. A text that was replaced goes back empty, and has its words again after the next change around it. Returns the cleanup.
 */
export function keepTextsTrue(root: Node): () => void {
  const replaced = new WeakMap<Text, { words: string; by: Element }>()

  function giveBack(text: Text) {
    const found = replaced.get(text)
    if (!found || (found.by.isConnected && found.by.parentNode === text.parentNode)) return
    replaced.delete(text)
    if (text.data === '') text.data = found.words
  }

  /** Gives an element its own texts again, and the elements around it if its words are part of their sentence. */
  function restore(changed: Node, translations: Set<Node>) {
    for (let at: Node | null = changed; at; at = at.parentNode) {
      const old = [...at.childNodes].filter((node) => isTranslation(node) && !translations.has(node))
      for (const node of old) node.parentNode?.removeChild(node)
      for (const node of at.childNodes) if (node instanceof Text) giveBack(node)
      if (old.length === 0 && at !== changed) return
    }
  }

  const observer = new MutationObserver((records) => {
    const translations = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isTranslation)))
    const free = new Set(translations)
    const changed = new Set<Node>()
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if ((target instanceof Element ? target : target.parentElement)?.closest('font')) continue
      if (target instanceof Text) {
        // React wrote to it
        const { by } = replaced.get(target) ?? {}
        replaced.delete(target)
        changed.add(by?.parentNode ?? target)
        by?.remove()
        continue
      }
      const by = [...addedNodes, previousSibling, nextSibling].find(
        (node) => isTranslation(node) && free.has(node) && node.parentNode === target,
      )
      for (const node of removedNodes) {
        const isText = node instanceof Text && node.parentNode !== target
        if (isText && by && isTranslation(by) && !replaced.has(node)) {
          replaced.set(node, { words: node.data, by })
          free.delete(by)
          node.data = ''
          target.insertBefore(node, by)
          continue
        }
        changed.add(target)
        if (!isText) continue
        replaced.get(node)?.by.remove()
        giveBack(node)
      }
      if ([...addedNodes].some((node) => !isTranslation(node))) changed.add(target)
    }
    for (const each of changed) restore(each, translations)
    // its own changes
    observer.takeRecords()
  })
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}

/** Makes the dependencies, renders the app and starts the background work. */
export async function startApp(dataLayer: DataLayer): Promise<void> {
  const { deps, session, shop: saved } = await dataLayer.makeDeps()
  const router = createShopRouter(deps)
  const given = embeddedShop()
  // hydration needs the settings that the server rendered with; other screens start with the newest
  const isGiven = given && (isFirstScreen() || !saved || given.version > saved.version)
  const shop = (isGiven ? given : saved) ?? newShop
  // what runs without a screen ends with the page
  const { signal } = new AbortController()
  // queued requests are sent even if rendering fails
  const engine = dataLayer.createPageEngine(deps, signal)
  void engine.run(signal)
  dataLayer.watchSession(deps, () => void router.load(), signal)
  keepTextsTrue(document.body)
  await mount(<App deps={deps} router={router} session={session} shop={shop} parts={dataLayer} />, router)
  followNavigation(router)
  dataLayer.startBackground({ deps, engine, i18n, shopVersion: shop.version, signal })
  // the worker has cached the product screen's code: loading it when idle makes products open at once
  if (navigator.serviceWorker?.controller)
    whenIdle(() => void router.loadRouteChunk(router.routesByPath['/products/$id'])?.catch(() => undefined))
}
