/** The limits of a file that is read in the browser. `cellLength`: characters, as in Excel. */
export const tableLimits = {
  bytes: 20 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  /** below the titles */
  rows: 20_000,
  /** the titles, and above them the exporter's name or a date */
  titleRows: 20,
  /** also empty cells, which a sheet may count by millions */
  cells: 25_000_000,
  cellLength: 32_767,
} as const

/** Rows that are read of a sheet: more than these are too many. */
export const mostRows = tableLimits.rows + tableLimits.titleRows
