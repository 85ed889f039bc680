import type { Agent } from 'node:https'
import { setTimeout } from 'node:timers/promises'
import type { FastifyServerOptions } from 'fastify'
import type { FileType } from '../contract/files.ts'
import { pictureValue } from '../contract/picture.ts'
import { logoIcon, newShop } from '../contract/shop.ts'
import { createFishIndex } from './catalogue/fish-index.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/client.ts'
import { outsideTransactions } from './db/transact.ts'
import { noCounts } from './http/counts.ts'
import { freeBytes } from './http/disk-space.ts'
import { refuse } from './http/refusal.ts'
import type { PartsOptions } from './http/watch-parts.ts'
import type { Mailer } from './outbox/mailer.ts'
import { createPusher } from './outbox/push-service.ts'
import type { ServiceDeps, StoredPicture } from './service-deps.ts'
import type { Settings } from './settings.ts'
import type { ByteStore } from './storage/byte-store.ts'
import type { ConvertedPicture } from './storage/convert.ts'
import { decode, examineFile } from './storage/decoder.ts'
import { PictureRefused } from './storage/decoding.ts'
import { incomingOf, openFiles } from './storage/order-files.ts'
import { createWebhookCaller } from './webhooks/post-webhook.ts'

export interface AppDeps {
  settings: Settings
  db: Database
  pictures: ByteStore
  mail: Mailer
  clock: Clock
  /** connects to push services; tests pass one for their own */
  pushAgent?: Agent | undefined
  /** the folder of the built web app; without it, the server offers only the API */
  dist?: string | undefined
  /** free bytes; by default of the disk with DATA_DIR */
  freeDisk?: () => Promise<number>
  /** timeout of a small body, milliseconds; shorter in tests */
  bodyTime?: number | undefined
  /** milliseconds between two comments of a live stream, and its longest life; shorter in tests */
  liveTimes?: { heartbeat: number; lifetime: number } | undefined
  /** milliseconds between two checks of mail and pictures; shorter in tests */
  partTimes?: PartsOptions['times']
  /** compiles the schemas; tests share one, so that each schema is compiled once */
  schemaController?: FastifyServerOptions['schemaController']
}

/** Free bytes of the disk with DATA_DIR. */
export const freeDiskOf = (deps: AppDeps) => deps.freeDisk ?? (() => freeBytes(deps.settings.dataDir))

async function storeConverted(pictures: ByteStore, converted: Promise<ConvertedPicture>): Promise<StoredPicture> {
  try {
    const { hash, placeholder, files } = await converted
    for (const { name, type, bytes } of files) await pictures.put(`${hash}/${name}`, bytes, type)
    return { image: pictureValue(hash), placeholder }
  } catch (error) {
    if (error instanceof PictureRefused)
      throw refuse('bad-picture', { detail: error.message, errors: [{ path: 'image', ...error.broken }] })
    throw error
  }
}

/** Builds the services' dependencies from the server's. */
export function createServiceDeps(deps: AppDeps): ServiceDeps {
  const { settings, db, clock, pushAgent } = deps
  const pusher = createPusher({ subject: settings.pushSubject, agent: pushAgent })
  const post = createWebhookCaller({ allowsPrivate: settings.webhookPrivate })
  const [pictures, mail] = [outsideTransactions(deps.pictures), outsideTransactions(deps.mail)]
  return {
    db,
    fishIndex: createFishIndex(db),
    clock,
    counts: noCounts(),
    newShop: { ...newShop, timeZone: settings.timeZone, copyrightYear: new Date(clock.now()).getFullYear() },
    publicUrl: settings.publicUrl,
    rateLimitFactor: settings.rateLimitFactor,
    files: outsideTransactions(openFiles(settings)),
    incoming: incomingOf(settings.dataDir),
    ...outsideTransactions({
      storePicture: (bytes: Uint8Array) => storeConverted(pictures, decode('products', { kind: 'convert', bytes })),
      async storeLogo(bytes: Uint8Array) {
        const stored = await storeConverted(pictures, decode('logo', { kind: 'logo', bytes }))
        return stored.image
      },
      freeDisk: freeDiskOf(deps),
      pause: clock.pause ?? ((milliseconds: number) => setTimeout(milliseconds)),
      async examineFile(path: string, type: FileType, who: string) {
        try {
          return await examineFile(path, type, who)
        } catch (error) {
          if (!(error instanceof PictureRefused)) throw error
          throw refuse('bad-file', { errors: [{ path: 'file', ...error.broken }] })
        }
      },
    }),
    orderMails:
      settings.publicUrl && mail.enabled ? { publicUrl: settings.publicUrl, send: mail.sendNotice } : undefined,
    sendMail: mail.enabled ? mail.send : undefined,
    deskLanguage: settings.mailLanguage,
    push: {
      hosts: settings.pushHosts,
      makeKeys: pusher.makeKeys,
      send: outsideTransactions(pusher).send,
    },
    webhooks: { allowsPrivate: settings.webhookPrivate, ...outsideTransactions({ post }) },
    async readLogo(image) {
      const icon = logoIcon(image, 'small')?.replace('/images/', '')
      return icon === undefined ? undefined : pictures.get(icon)
    },
  }
}
