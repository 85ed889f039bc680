/** What two article numbers have in common if they are the same one: `dup-1` and ` DUP-1`. As the databases fold them. */
export function articleKey(code: string): string {
  return code.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
