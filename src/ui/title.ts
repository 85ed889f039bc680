import { useEffect } from 'react'
import { useShop } from '../db/use-deps.tsx'

/** Sets the tab title: the screen's name, then the shop's. */
export function useTitle(title: string): void {
  const { name } = useShop()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
