import { chmod, mkdir } from 'node:fs/promises'

/** From here on only the server's own user can read what this process writes. */
export function makeFilesPrivate(): void {
  process.umask(0o077)
}

/** Makes the data folder, or closes it to other users where it was open to them: what lies in it is closed with it. */
export async function openDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o700).catch((error: unknown) => {
    // a folder that belongs to somebody else, or a disk without such rights
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'ENOTSUP'].includes(String(error.code)))) throw error
  })
}
