import type { ReactNode } from 'react'
import { useUnopenedCount } from '../ui/use-orders.ts'

/** Gives its child the number of requests with an answer that was not opened yet. */
export function Unopened({ children }: { children: (count: number) => ReactNode }) {
  return children(useUnopenedCount() ?? 0)
}
