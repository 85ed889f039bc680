import { useEffect } from 'react'
import { useShop } from '../db/use-shop.ts'

export function useTitle(title: string): void {
  const { name } = useShop()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
