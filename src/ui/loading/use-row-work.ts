import { useRef } from 'react'

/**
 * Work for the rows of a list. A second press on the same row is ignored while the work of the first is under way; other
 * rows do not wait for it.
 */
export function useRowWork(): (id: string, work: () => Promise<unknown>) => Promise<void> {
  const running = useRef(new Set<string>())
  return async (id, work) => {
    if (running.current.has(id)) return
    running.current.add(id)
    try {
      await work()
    } finally {
      running.current.delete(id)
    }
  }
}
