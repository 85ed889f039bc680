import type { Mailer } from './outgoing/mailer.ts'
import type { ByteStore } from './platform/bytes/byte-store.ts'
import type { Part } from './platform/watch-parts.ts'

interface Needed {
  settings: { imagesUrl?: string | undefined }
  mail: Pick<Mailer, 'enabled' | 'check'>
  pictures: Pick<ByteStore, 'check'>
}

/** What the shop needs besides its database, and what to do where it does not work. */
export function partsOf({ settings, mail, pictures }: Needed): Part[] {
  const place = settings.imagesUrl ? 'IMAGES_URL' : 'DATA_DIR'
  return [
    {
      name: 'mail',
      check: mail.enabled ? () => mail.check() : undefined,
      hint: 'Check SMTP_URL: until it works, mails wait.',
    },
    {
      name: 'pictures',
      check: () => pictures.check(),
      hint: `Check ${place}: until it works, pictures are missing and uploads are refused.`,
    },
  ]
}
