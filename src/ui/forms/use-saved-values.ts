import { useEffect, useRef, useState } from 'react'
import type { ShopDatabase } from '../../db/database.ts'
import type { SavedFormName } from '../../db/rows.ts'
import { getValue, putValue, removeValue } from '../../db/values.ts'
import { readLocal, writeLocal } from '../../lib/local-storage.ts'
import { isRecord } from '../../lib/record.ts'
import { useDeps } from '../deps.tsx'
import type { FormOptions } from './form-types.ts'

const pause = 250

/**
 * Keeps a half-typed form on the device: written a quarter of a second after the last key and when the page goes away.
 * A page that goes may be gone before the database has written, so the last words are also put down at once in local
 * storage, and move from there at the next visit. `found` holds what an earlier visit left behind. With an `owner` only
 * this user finds it, also after a logout and the next login.
 */
export function useSavedValues<N extends string>({ name, owner, initial, secret = [] }: FormOptions<N>) {
  const { db } = useDeps()
  const key = owner === undefined ? (`form:${name}` as const) : (`form-of:${owner}:${name}` as const)
  const [read, setRead] = useState<{ key: string; values: Partial<Record<N, string>> }>({ key, values: {} })
  const waiting = useRef<{ values: Record<string, string>; timer: ReturnType<typeof setTimeout> }>(undefined)
  const hidden: readonly string[] = secret
  // without the hidden ones: an earlier version may have kept what is secret by now
  const names = useRef(Object.keys(initial).filter((field) => !hidden.includes(field)))

  useEffect(() => {
    let here = true
    const lastWords = readLastWords(key)
    const reading = lastWords ? moveLastWords(db, key, lastWords) : getValue(db, key)
    reading.then(
      (row) => {
        if (here && row) setRead({ key, values: ownValues(row, names.current) })
      },
      // without a database the form still works, it only forgets
      () => undefined,
    )
    const flush = () => {
      const job = waiting.current
      if (!job) return
      clearTimeout(job.timer)
      waiting.current = undefined
      writeLocal(key, JSON.stringify(job.values))
      moveLastWords(db, key, job.values).catch(() => undefined)
    }
    addEventListener('pagehide', flush)
    return () => {
      here = false
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [db, key])

  return {
    // what was found for another form or user does not count
    found: read.key === key ? read.values : {},
    keep(values: Record<N, string>) {
      // entries of the form's own record, without what must never reach the disk
      const open = Object.entries(values).filter(([field]) => !hidden.includes(field)) as [string, string][]
      const kept = Object.fromEntries(open)
      clearTimeout(waiting.current?.timer)
      const write = async () => {
        await putValue(db, key, kept).catch(() => undefined)
        // until it is written, a page that goes away still has to put it down
        if (waiting.current === job) waiting.current = undefined
      }
      const job = { values: kept, timer: setTimeout(() => void write(), pause) }
      waiting.current = job
    },
    forget() {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      setRead({ key, values: {} })
      writeLocal(key, undefined)
      removeValue(db, key).catch(() => undefined)
    },
  }
}

function readLastWords(key: string): Record<string, string> | undefined {
  const local = readLocal(key)
  if (local.kind !== 'text') return undefined
  try {
    const value: unknown = JSON.parse(local.text)
    if (!isRecord(value)) return undefined
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    // written by hand or by another version: what nobody can read is no text of a person
    return undefined
  }
}

/** Writes to the database what local storage held for the moment; only then does it leave there. */
async function moveLastWords(db: ShopDatabase, key: SavedFormName, values: Record<string, string>) {
  await putValue(db, key, values)
  writeLocal(key, undefined)
  return values
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
