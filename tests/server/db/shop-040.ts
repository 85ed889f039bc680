import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { freshDatabase } from '../harness.ts'

type Fresh = Omit<Awaited<ReturnType<typeof freshDatabase>>, 'remove'>

/** Runs SQL on a closed database, beside the server's own code. */
export async function runSql({ dataDir, databaseUrl }: Fresh, text: string): Promise<void> {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(text).finally(() => client.end())
    return
  }
  const file = new DatabaseSync(join(dataDir, 'shop.db'))
  file.exec(text)
  file.close()
}

/**
 * Fills an empty database as the last version with its own journal of migrations left it: orders in every state, and rows in
 * every table. Ada Buyer and Bo Admin have the password of the harness.
 */
export async function fillShop040(place: Fresh): Promise<void> {
  const read = (name: string) => readFile(new URL(`shop-040/${name}.sql`, import.meta.url), 'utf8')
  await runSql(place, await read(place.databaseUrl ? 'schema.postgres' : 'schema.sqlite'))
  await runSql(place, await read('rows'))
}
