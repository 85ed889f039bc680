import { useEffect } from 'react'
import { useShop } from './shop.ts'

/** Puts the screen's name before the shop's in the title of the tab. */
export function useTitle(title: string): void {
  const { name } = useShop()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
