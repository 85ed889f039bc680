/** The byte order mark: without it spreadsheets do not read the file as UTF-8 and spoil every accent. */
const byteOrderMark = '\uFEFF'

/** What starts a formula, at the beginning of a cell for whichever separator the spreadsheet goes by. */
const formulaStart = /(?:^|[,;\t\r\n])(?:[^\S\t\r\n]|")*(?=[=+\-@＝＋－＠])/g
const blankStart = /(?:^|[,;])(?=[\t\r])/g

/**
 * What a spreadsheet would run as a formula gets an apostrophe and is shown as text: OWASP, CSV injection. Where the reader's
 * country separates by semicolons, cells also begin in the middle of ours.
 */
function safeCell(value: string | number): string {
  return typeof value === 'number' ? String(value) : value.replace(formulaStart, "$&'").replace(blankStart, "$&'")
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** A CSV file by RFC 4180: CRLF after every line, quotes where a cell needs them. Numbers have a decimal point. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map((cell) => quoted(safeCell(cell))).join(',')}\r\n`).join('')
}
