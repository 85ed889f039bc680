/** Hands a file to the browser; a text is a CSV file unless its type is given. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
