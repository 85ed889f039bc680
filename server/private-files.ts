import { chmod, mkdir } from 'node:fs/promises'
import { hasCode } from './platform/bytes/byte-store.ts'

/** Files that this process creates from now on are readable by its own user only. */
export function makeFilesPrivate(): void {
  process.umask(0o077)
}

/** Creates the data folder if needed and makes it, and so its contents, private to this user. */
export async function openDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o700).catch((error: unknown) => {
    // the folder belongs to another user, or the file system has no permissions
    if (!hasCode(error, 'EPERM', 'ENOTSUP')) throw error
  })
}
