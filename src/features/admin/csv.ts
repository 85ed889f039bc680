/** Without it, spreadsheets do not read the file as UTF-8 and garble accents. */
const byteOrderMark = '\uFEFF'

/** The start of a formula in a cell, whichever separator the spreadsheet splits by. */
const formulaStart = /(?:^|[,;\t\r\n])(?:[^\S\t\r\n]|")*(?=[=+\-@＝＋－＠])/g
const blankStart = /(?:^|[,;])(?=[\t\r])/g

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula (OWASP, CSV injection). A spreadsheet that
 * splits by semicolons also starts cells in the middle of ours.
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
