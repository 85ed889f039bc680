import { useEffect, useRef, useState } from 'react'
import type { SavedFormName } from '../../data/rows.ts'
import type { ShopDatabase } from '../../data/schema.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { getValue, putValue, removeValue } from '../../data/values.ts'
import { readLocal, writeLocal } from '../../lib/local-storage.ts'
import { isRecord } from '../../lib/record.ts'
import type { FormOptions } from './form-types.ts'

/** Time from the last key to saving, ms. */
const saveDelay = 250

/** The options that decide which values are saved, and where. */
type SavedForm<N extends string> = Pick<FormOptions<N>, 'name' | 'owner' | 'initial' | 'secret'>

/**
 * Saves a half-typed form on the device, shortly after the last key and when the page is left. A page may close before the
 * database has written, so its last values also go to local storage, and at the next visit into the database. `found` has
 * the values of an earlier visit.
 */
export function useSavedValues<N extends string>({ name, owner, initial, secret = [] }: SavedForm<N>) {
  const { db } = useDeps()
  const key = owner === undefined ? (`form:${name}` as const) : (`form-of:${owner}:${name}` as const)
  const [read, setRead] = useState<{ key: string; values: Partial<Record<N, string>> }>({ key, values: {} })
  const pending = useRef<{ values: Record<string, string>; timer: ReturnType<typeof setTimeout> }>(undefined)
  const secrets: readonly string[] = secret
  // without secrets: an earlier version may have saved a field that is secret now
  const names = useRef(Object.keys(initial).filter((field) => !secrets.includes(field)))

  useEffect(() => {
    let isMounted = true
    const lastValues = readLastValues(key)
    const reading = lastValues ? moveLastValues(db, key, lastValues) : getValue(db, key)
    reading.then(
      (row) => {
        if (isMounted && row) setRead({ key, values: ownValues(row, names.current) })
      },
      // without a database the form still works, but is not saved
      () => undefined,
    )
    const flush = () => {
      const job = pending.current
      if (!job) return
      clearTimeout(job.timer)
      pending.current = undefined
      writeLocal(key, JSON.stringify(job.values))
      moveLastValues(db, key, job.values).catch(() => undefined)
    }
    addEventListener('pagehide', flush)
    return () => {
      isMounted = false
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [db, key])

  // ignores values read for another form or user
  const found: Partial<Record<N, string>> = read.key === key ? read.values : {}

  return {
    found,
    save(values: Record<N, string>) {
      // the values are strings by their type
      const entries = Object.entries(values).filter(([field]) => !secrets.includes(field)) as [string, string][]
      const texts = Object.fromEntries(entries)
      clearTimeout(pending.current?.timer)
      const write = async () => {
        await putValue(db, key, texts).catch(() => undefined)
        // pending until it is written, in case the page is left before
        if (pending.current === job) pending.current = undefined
      }
      const job = { values: texts, timer: setTimeout(() => void write(), saveDelay) }
      pending.current = job
    },
    forget() {
      clearTimeout(pending.current?.timer)
      pending.current = undefined
      setRead({ key, values: {} })
      writeLocal(key, undefined)
      removeValue(db, key).catch(() => undefined)
    },
  }
}

function readLastValues(key: string): Record<string, string> | undefined {
  const local = readLocal(key)
  if (local.kind !== 'text') return undefined
  try {
    const value: unknown = JSON.parse(local.text)
    if (!isRecord(value)) return undefined
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    // edited by hand or written by another version
    return undefined
  }
}

/** Moves the last values from local storage into the database. */
async function moveLastValues(db: ShopDatabase, key: SavedFormName, values: Record<string, string>) {
  await putValue(db, key, values)
  writeLocal(key, undefined)
  return values
}

/** The values of a saved row that belong to the form's present fields. */
function ownValues<N extends string>(
  row: Record<string, string>,
  names: readonly string[],
): Partial<Record<N, string>> {
  const own = Object.entries(row).filter(([name, value]) => names.includes(name) && typeof value === 'string')
  // only names of this form are left
  return Object.fromEntries(own) as Partial<Record<N, string>>
}
