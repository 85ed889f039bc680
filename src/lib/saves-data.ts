/** Whether the person wants to save data. Only Chromium tells, and TypeScript's types do not have it. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
