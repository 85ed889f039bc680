import type { EventFile } from '../../contract/files.ts'
import { headers } from '../../contract/service.ts'
import { saveOpened } from '../db/files.ts'
import { getSession } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { filesAddress } from './send-files.ts'

export interface FilePlace {
  userId: string
  order: string
}

type Files = Pick<Deps, 'db' | 'api'>

async function fetchBytes({ db, api }: Files, { userId }: FilePlace, path: string): Promise<Blob | undefined> {
  const session = await getSession(db)
  if (session?.userId !== userId) return undefined
  const answer = await fetch(filesAddress(api) + path, { headers: { authorization: `Bearer ${session.token}` } }).catch(
    () => undefined,
  )
  return answer?.ok && answer.headers.get(headers.shop) === '1' ? answer.blob().catch(() => undefined) : undefined
}

/** A file's bytes: saved on this device, else from the server, and then saved. Undefined without a connection. */
export async function openFile(deps: Files, place: FilePlace, file: EventFile): Promise<Blob | undefined> {
  const saved = await deps.db.files.get([place.userId, file._id]).catch(() => undefined)
  if (saved?.blob) return saved.blob
  if (!file.here) return undefined
  const blob = await fetchBytes(deps, place, `${file._id}/`)
  if (blob) await saveOpened(deps.db, place, { ...file, blob })
  return blob
}

/** A picture's thumbnail: of what this device sends the picture itself. */
export async function openThumb(deps: Files, place: FilePlace, file: EventFile): Promise<Blob | undefined> {
  if (file.type === 'application/pdf') return undefined
  const saved = await deps.db.files.get([place.userId, file._id]).catch(() => undefined)
  if (saved?.thumb || saved?.blob) return saved.thumb ?? saved.blob
  if (!file.here) return undefined
  const thumb = await fetchBytes(deps, place, `${file._id}/?thumb`)
  if (thumb) await saveOpened(deps.db, place, { ...file, thumb })
  return thumb
}
