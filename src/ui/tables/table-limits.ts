/** The limits of a file that is read in the browser. `cellLength`: characters, as in Excel. */
export const tableLimits = {
  bytes: 20 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  rows: 20_000,
  /** also empty cells, which a sheet may count by millions */
  cells: 25_000_000,
  cellLength: 32_767,
} as const
