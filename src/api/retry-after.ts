/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, section 10.2.3): seconds or an HTTP date. A date is measured
 * against the answer's own `Date`, since the device's clock may be years off; `now` stands in where there is none.
 */
export function readRetryAfter(
  value: string | null,
  { date, now }: { date: string | null; now: number },
): number | undefined {
  const text = value?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const then = Date.parse(text)
  if (Number.isNaN(then) || !/[a-z]/i.test(text)) return undefined
  const sent = Date.parse(date ?? '')
  return Math.max(0, then - (Number.isNaN(sent) ? now : sent))
}
