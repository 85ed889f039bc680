/** The middle one; the mean of the two middle ones of an even number. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const high = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : (high + (sorted[half - 1] ?? Number.NaN)) / 2
}

export interface Options {
  rounds: number
  /** seconds of load for each figure of the server */
  seconds: number
}

export type Cell = string | number | undefined

/** A number as people read it: three figures that count. */
export function figure(value: Cell): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (Number.isNaN(value)) return '–'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

export interface Table {
  title: string
  head: string[]
  rows: Cell[][]
}

/** A table in Markdown whose columns also line up on a terminal. */
export function markdown({ title, head, rows }: Table): string {
  const cells = [head, ...rows.map((row) => head.map((_, at) => figure(row[at])))]
  const widths = head.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const text = [line(cells[0] ?? []), rule, ...cells.slice(1).map(line)]
  return [`### ${title}`, '', ...text, ''].join('\n')
}
