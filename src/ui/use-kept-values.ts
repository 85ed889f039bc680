import { useEffect, useRef, useState } from 'react'
import { getKept, putKept, removeKept } from '../db/kept.ts'
import { useDeps } from './deps.tsx'
import type { FormOptions } from './form-types.ts'

const pause = 250

/**
 * Keeps a half-typed form on the device: written a quarter of a second after the last key and when the page goes away.
 * `found` holds what an earlier visit left behind.
 */
export function useKeptValues<N extends string>({ name, initial, secret = [] }: FormOptions<N>) {
  const { db } = useDeps()
  const key = `form:${name}` as const
  const [found, setFound] = useState<Partial<Record<N, string>>>({})
  const waiting = useRef<{ write: () => Promise<void>; timer: ReturnType<typeof setTimeout> }>(undefined)
  const names = useRef(Object.keys(initial))

  useEffect(() => {
    let here = true
    getKept(db, key).then(
      (row) => {
        if (here && row) setFound(ownValues(row, names.current))
      },
      // without a database the form still works, it only forgets
      () => undefined,
    )
    const flush = () => {
      const job = waiting.current
      if (!job) return
      clearTimeout(job.timer)
      waiting.current = undefined
      void job.write()
    }
    addEventListener('pagehide', flush)
    return () => {
      here = false
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [db, key])

  return {
    found,
    keep(values: Record<N, string>) {
      // entries of the form's own record, without what must never reach the disk
      const open = Object.entries(values).filter(([field]) => !secret.includes(field as N)) as [string, string][]
      const write = () => putKept(db, key, Object.fromEntries(open)).catch(() => undefined)
      clearTimeout(waiting.current?.timer)
      const timer = setTimeout(() => {
        waiting.current = undefined
        void write()
      }, pause)
      waiting.current = { write, timer }
    },
    forget() {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      setFound({})
      removeKept(db, key).catch(() => undefined)
    },
  }
}

/** The texts of a stored row that belong to the form as it is today. */
function ownValues<N extends string>(
  row: Record<string, string>,
  names: readonly string[],
): Partial<Record<N, string>> {
  const own = Object.entries(row).filter(([name, value]) => names.includes(name) && typeof value === 'string')
  // only names of this form are left
  return Object.fromEntries(own) as Partial<Record<N, string>>
}
