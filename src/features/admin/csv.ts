/** The mark that tells spreadsheets that the file is UTF-8; they would otherwise spoil every accent. */
const utf8Mark = '\uFEFF'

/** A cell that a spreadsheet would run as a formula is shown as text instead: OWASP, CSV injection. */
function safeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** A CSV file by RFC 4180: CRLF after every line, quotes where a cell needs them. Numbers keep a decimal point. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return utf8Mark + rows.map((row) => `${row.map((cell) => quoted(safeCell(cell))).join(',')}\r\n`).join('')
}
