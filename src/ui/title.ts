import { useEffect } from 'react'
import { shop } from '../lib/shop-settings.ts'

/** Puts the screen's name before the shop's in the title of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${shop.name}`
  }, [title])
}
