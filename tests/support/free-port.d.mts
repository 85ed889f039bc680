/** A port that was free a moment ago, and that nobody gets by asking for any port. */
export function freePort(): Promise<number>
