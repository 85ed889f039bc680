interface Result {
  passed?: number
  failed?: number
  ok?: boolean
  /** what an engine needs that is missing */
  leftOut?: string
  failures?: string[]
}

/** What becomes of a part whose program is missing. */
export function withoutProgram(found: { missing: string; engine?: boolean }, env?: { CI?: string }): Result

/** A part's line in the summary. */
export function summaryLine(result: Result & { name: string; time?: string }): string
