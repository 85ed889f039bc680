import { useState } from 'react'
import { useDeps } from '../db/use-deps.tsx'

interface HeldRows<R> {
  rows: readonly R[] | undefined
  idOf: (row: R) => string
  /** the list that is shown, e.g. tab and keyword; another one begins anew */
  place: string
  /** when these rows were last complete, ms since 1970; 0 for never */
  at: number
}

/** The order of the rows on the screen. */
interface Shown {
  place: string
  ids: readonly string[]
  /** the rows came with a pull of this screen */
  isSettled: boolean
  /** of the pull before */
  at: number
  /** how many a later pull has brought onto the empty list, for screen readers */
  came: number
}

/**
 * The rows of a list in the order in which they stand on the screen, so that nothing moves under a finger: rows that come
 * after the first pull of this screen are held back until `show`, and the others stay at their places.
 */
export function useHeldRows<R>({ rows, idOf, place, at }: HeldRows<R>) {
  const { clock } = useDeps()
  const [openedAt] = useState(() => clock.now())
  const [shown, setShown] = useState<Shown>()
  if (!rows) return { rows, held: 0, came: 0, show: () => {} }
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const isSamePlace = shown?.isSettled && shown.place === place
  const isHeld = isSamePlace && shown.ids.some((id) => byId.has(id))
  const came = isHeld ? shown.came : isSamePlace && at > shown.at ? byId.size : 0
  const ids = isHeld ? shown.ids.filter((id) => byId.has(id)) : [...byId.keys()]
  const next: Shown = { place, ids, isSettled: at > openedAt, at, came }
  if (!isSame(shown, next)) setShown(next)
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    held: byId.size - ids.length,
    came,
    show: () => setShown({ ...next, ids: [...byId.keys()], came: 0 }),
  }
}

function isSame(a: Shown | undefined, b: Shown): boolean {
  return (
    a?.place === b.place &&
    a.isSettled === b.isSettled &&
    a.at === b.at &&
    a.came === b.came &&
    a.ids.join() === b.ids.join()
  )
}
