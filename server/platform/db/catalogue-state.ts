import { type Handle, publish } from './handle.ts'

/**
 * Raises the catalogue's version and returns it. This locks the single row until the transaction ends, so that versions
 * commit in order and the changes feed misses none. Call it before writing products or reviews.
 */
export async function raiseVersion(tx: Handle): Promise<number> {
  const { version } = await tx.query
    .updateTable('catalogue_state')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  tx.raised = version
  await publish(tx, { kind: 'catalogue' })
  return version
}

export async function getCatalogueState(db: Handle): Promise<{ epoch: string; version: number }> {
  return db.query.selectFrom('catalogue_state').select(['epoch', 'version']).executeTakeFirstOrThrow()
}
