import { useEffect } from 'react'
import { useShop } from '../db/use-deps.tsx'

export function useTitle(title: string): void {
  const { name } = useShop()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
