import { useEffect, useRef, useState } from 'react'
import { putTyped, removeTyped, type ShopDatabase } from '../db/database.ts'
import type { SavedFormName, ValueRow } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { readLocalRecord, writeLocal } from '../lib/local-storage.ts'
import { isRecord } from '../lib/record.ts'
import type { SavedForm } from './form-types.ts'

/** Time from the last key to saving, ms. */
const saveDelay = 250

/** Saves a half-typed form shortly after the last key. A page may close before the database has written: its last values go to local storage first. */
export function useSavedValues<V extends object>(form: SavedForm<V>) {
  const { name, owner, secret = [] } = form
  const { db } = useDeps()
  const key = owner === undefined ? (`form:${name}` as const) : (`form-of:${owner}:${name}` as const)
  // ignores values read for another form or user
  const [read, setRead] = useState<{ key: string; values: Partial<V> }>()
  const none = useRef<Partial<V>>({})
  const found = read?.key === key ? read.values : none.current
  const pending = useRef<{ values: Record<string, unknown>; timer: ReturnType<typeof setTimeout> }>(undefined)
  const [isElsewhere, setElsewhere] = useState(false)
  // unlike those of other tabs and of later visits
  const [me] = useState(() => String(Math.random()))
  const start = useRef<string>(undefined)
  const isOwn = (now: ValueRow) => now.by === undefined || now.by === me || JSON.stringify(now) === start.current
  const secrets: readonly PropertyKey[] = secret
  const first = useRef(form)

  useEffect(() => {
    let isMounted = true
    const lastValues = readLocalRecord(key)
    const reading = lastValues
      ? moveLastValues(db, { name: key, value: ownValues(lastValues, first.current), by: me })
      : // a transaction of its own begins after the removal by the form before; a bare read may be faster
        db
          .transaction('r', db.keyValue, () => db.keyValue.get(key))
          .then((there) => {
            start.current = JSON.stringify(there)
            return there && ownValues(valuesOf(there), first.current)
          })
    reading.then(
      (values) => {
        if (isMounted && values) setRead({ key, values })
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
      moveLastValues(db, { name: key, value: job.values, by: me }).catch(() => undefined)
    }
    addEventListener('pagehide', flush)
    return () => {
      isMounted = false
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [db, key, me])

  return {
    found,
    isElsewhere,
    save(values: Partial<{ [K in keyof V]: V[K] }>) {
      const own = Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
      clearTimeout(pending.current?.timer)
      const write = async () => {
        const isOthers = await putTyped(db, { name: key, value: own, by: me }, isOwn).catch(() => false)
        if (isOthers) setElsewhere(true)
        // pending until it is written, in case the page is left before
        if (pending.current === job) pending.current = undefined
      }
      const job = { values: own, timer: setTimeout(() => void write(), saveDelay) }
      pending.current = job
    },
    forget() {
      clearTimeout(pending.current?.timer)
      pending.current = undefined
      setRead(undefined)
      setElsewhere(false)
      writeLocal(key, undefined)
      removeTyped(db, key, isOwn).catch(() => undefined)
    },
  }
}

async function moveLastValues<V extends object>(
  db: ShopDatabase,
  row: { name: SavedFormName; value: V; by: string },
): Promise<V> {
  await db.keyValue.put(row)
  writeLocal(row.name, undefined)
  return row.value
}

const valuesOf = ({ value }: ValueRow) => value as Record<string, unknown>

/** The saved values that belong to the form's present fields, without secrets: an earlier version may have saved one. */
function ownValues<V extends object>(row: Record<string, unknown>, form: SavedForm<V>): Partial<V> {
  const { initial, secret = [], hidden = [], grows = [], fromSaved = (saved) => saved } = form
  const saved = fromSaved(row)
  const [secrets, whole]: (readonly PropertyKey[])[] = [secret, [...hidden, ...grows]]
  const own = Object.entries(initial).flatMap(([name, value]) => {
    if (saved[name] === undefined || secrets?.includes(name)) return []
    return [[name, whole?.includes(name) ? saved[name] : fitted(value, saved[name])]]
  })
  return Object.fromEntries(own) as Partial<V>
}

function fitted(initial: unknown, saved: unknown): unknown {
  if (Array.isArray(initial))
    return initial.map((each, at) => fitted(each, Array.isArray(saved) ? saved[at] : undefined))
  if (isRecord(initial)) {
    const row = isRecord(saved) ? saved : {}
    return Object.fromEntries(Object.entries(initial).map(([name, value]) => [name, fitted(value, row[name])]))
  }
  return typeof saved === typeof initial ? saved : initial
}

/** The saved rows of a form, one for each of `products` in this order; a row names its `product`. */
export function savedRows(rows: unknown, products: readonly string[]): unknown[] {
  const saved = Array.isArray(rows) ? rows.filter(isRecord) : []
  return products.map((product) => saved.find((row) => row.product === product))
}
