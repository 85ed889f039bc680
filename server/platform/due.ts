import { type RawBuilder, sql } from 'kysely'
import { type Clock, hour, isoNow } from './clock.ts'

/** What is due: times up to `now`, and those after `latest`, which were written while the clock was ahead. ISO 8601. */
export interface Due {
  now: string
  latest: string
}

/** Milliseconds by which the clocks of two instances may differ. */
const slack = hour

/** `longestWait`: milliseconds; no time is set further ahead of the clock. */
export function dueNow(clock: Clock, longestWait: number): Due {
  return { now: isoNow(clock), latest: isoNow(clock, longestWait + slack) }
}

/** Whether the time in a column is due. */
export function isDue(column: string, { now, latest }: Due): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`
}
