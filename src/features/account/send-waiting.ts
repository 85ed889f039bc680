import type { Deps } from '../../ui/deps.tsx'

const sendPatience = 8000

/** Tries to send what waits; answers how many requests are left after at most 8 s. */
export async function sendWaiting({ sync }: Deps, userId: string): Promise<number> {
  const rows = await sync.pendingOf(userId)
  sync.sendNow()
  await Promise.all(rows.map((row) => sync.waitForOutcome(row.id, { within: sendPatience })))
  return (await sync.pendingOf(userId)).length
}
