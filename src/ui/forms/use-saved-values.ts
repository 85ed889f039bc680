import { useEffect, useRef, useState } from 'react'
import type { ShopDatabase } from '../../db/database.ts'
import type { SavedFormName } from '../../db/rows.ts'
import { getValue, putValue, removeValue } from '../../db/values.ts'
import { readLocal, writeLocal } from '../../lib/local-storage.ts'
import { isRecord } from '../../lib/record.ts'
import { useDeps } from '../deps.tsx'
import type { FormOptions } from './form-types.ts'

const pause = 250

/** What of a form says where its values are saved, and which. */
type SavedForm<N extends string> = Pick<FormOptions<N>, 'name' | 'owner' | 'initial' | 'secret'>

/**
 * Saves a half-typed form on the device, a quarter of a second after the last key and when the page is left. A page may
 * end before the database has written, so the last values also go to local storage at once, and from there into the
 * database at the next visit. `found` is what an earlier visit left; with an `owner` only this user finds it.
 */
export function useSavedValues<N extends string>({ name, owner, initial, secret = [] }: SavedForm<N>) {
  const { db } = useDeps()
  const key = owner === undefined ? (`form:${name}` as const) : (`form-of:${owner}:${name}` as const)
  const [read, setRead] = useState<{ key: string; values: Partial<Record<N, string>> }>({ key, values: {} })
  const waiting = useRef<{ values: Record<string, string>; timer: ReturnType<typeof setTimeout> }>(undefined)
  const hidden: readonly string[] = secret
  // without the hidden ones: an earlier version may have saved what is secret by now
  const names = useRef(Object.keys(initial).filter((field) => !hidden.includes(field)))

  useEffect(() => {
    let here = true
    const lastValues = readLastValues(key)
    const reading = lastValues ? moveLastValues(db, key, lastValues) : getValue(db, key)
    reading.then(
      (row) => {
        if (here && row) setRead({ key, values: ownValues(row, names.current) })
      },
      // without a database the form still works, but is not saved
      () => undefined,
    )
    const flush = () => {
      const job = waiting.current
      if (!job) return
      clearTimeout(job.timer)
      waiting.current = undefined
      writeLocal(key, JSON.stringify(job.values))
      moveLastValues(db, key, job.values).catch(() => undefined)
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
    save(values: Record<N, string>) {
      // entries of the form's own record, without what must never reach the disk
      const open = Object.entries(values).filter(([field]) => !hidden.includes(field)) as [string, string][]
      const texts = Object.fromEntries(open)
      clearTimeout(waiting.current?.timer)
      const write = async () => {
        await putValue(db, key, texts).catch(() => undefined)
        // until it is written, leaving the page still has to save it
        if (waiting.current === job) waiting.current = undefined
      }
      const job = { values: texts, timer: setTimeout(() => void write(), pause) }
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
    // written by hand or by another version
    return undefined
  }
}

/** Moves the last values from local storage into the database. */
async function moveLastValues(db: ShopDatabase, key: SavedFormName, values: Record<string, string>) {
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
