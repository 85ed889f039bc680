import { Box, Button, Flex, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { type FileType, fileName, fileTypes } from '../../../contract/files.ts'
import { limits } from '../../../contract/limits.ts'
import { type ChosenFor, dropFile, getChosen, putChosen, type ReadyFile } from '../../db/files.ts'
import type { FileRow } from '../../db/rows.ts'
import { type Deps, useDeps, useFreshQuery } from '../../db/use-deps.tsx'
import { TickBox } from '../../forms/checkbox-fields.tsx'
import { FileButton } from '../../forms/file-button.tsx'
import { formatBytes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { isQuota } from '../../lib/caused-by.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { useSaving } from '../../ui/feedback/toaster.tsx'
import { Icon } from '../../ui/icon.tsx'

export const acceptedFiles = 'image/*,.heic,.heif,application/pdf'
const hasCamera = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

interface ChosenFilesProps extends ChosenFor {
  taken?: number
  sent?: number
  /** called with the files that are attached, and whether others are still made ready */
  onChange: (chosen: FileRow[], isBusy: boolean) => void
}

/** The files that go with a form: chosen, made smaller, and saved on the device at once. */
export function ChosenFiles({ order, userId, form, taken = 0, sent = 0, onChange }: ChosenFilesProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const deps = useDeps()
  const { db } = deps
  const locale = useLocale()
  const [original, setOriginal] = useState(false)
  const [busy, setBusy] = useState('')
  // the files that could not be added since the form was last sent
  const [wrong, setWrong] = useState<{ sent: number; files: { name: string; why: keyof typeof unfitWords }[] }>()
  const troubles = wrong?.sent === sent ? wrong.files : []
  // with `sent`, since sent files are no longer among these
  const chosen = useFreshQuery(
    () => getChosen(db, { userId, order, form }).catch(() => []),
    [db, userId, order, form, sent],
  )
  const isBusy = busy !== ''
  const count = chosen?.length ?? 0
  const save = useSaving()
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => onChange(chosen ?? [], isBusy), [chosen, isBusy, onChange])

  async function addAll(files: File[]) {
    const unfit: typeof troubles = []
    let total = taken + count
    for (const file of files) {
      setBusy(file.name)
      const result =
        total < limits.filesPerEvent ? await saveChosen(deps, { userId, order, form }, { file, original }) : 'many'
      if (result === 'saved') total++
      else unfit.push({ name: file.name, why: result })
    }
    setWrong({ sent, files: unfit })
    setBusy('')
  }

  const adding = { busy: isBusy, onFiles: (files: File[]) => void addAll(files) }
  return (
    <Flex ref={part} direction="column" gap="2">
      <ButtonRow>
        <FileButton multiple accept={acceptedFiles} {...adding}>{t`Add files`}</FileButton>
        {hasCamera() && <FileButton accept="image/*" capture="environment" {...adding}>{t`Take a photo`}</FileButton>}
      </ButtonRow>
      <TickBox checked={original} onChange={setOriginal}>
        <Trans>Send pictures in their original size, with place and time</Trans>
      </TickBox>
      {chosen && chosen.length > 0 && (
        <Box as="ul" aria-label={t`Attached files`} listStyleType="none">
          {chosen.map(({ _id, name, bytes }) => (
            <Flex as="li" key={_id} align="center" gap="2" wrap="wrap" borderTopWidth="1px" paddingBlock="1">
              <Text flex="1" minWidth="8rem" overflowWrap="anywhere">
                <bdi>{name}</bdi>{' '}
                <Text as="span" color="fg.muted">
                  {formatBytes(bytes, locale)}
                </Text>
              </Text>
              <Button
                variant="ghost"
                aria-label={t`Remove ${name}`}
                onClick={() => {
                  // the pressed button goes
                  part.current?.querySelector('input')?.focus()
                  save(() => dropFile(db, userId, _id))
                }}
              >
                <Icon name="close" />
              </Button>
            </Flex>
          ))}
        </Box>
      )}
      <div role="status">
        {isBusy && (
          <Text>
            <Trans>Making ready: {busy}</Trans>
          </Text>
        )}
        {!isBusy && chosen && chosen.length > 0 && (
          <Text color="fg.muted">
            <Plural value={chosen.length} one="# file will be attached." other="# files will be attached." />
          </Text>
        )}
      </div>
      {troubles.length > 0 && (
        <div role="alert">
          {troubles.map(({ name, why }) => (
            <Text key={name} color="fg.error" overflowWrap="anywhere">
              <Trans>
                <bdi>{name}</bdi>: {ph({ reason: i18n._(unfitWords[why]) })}
              </Trans>
            </Text>
          ))}
        </div>
      )}
    </Flex>
  )
}

/** What became of a chosen file: it is on the device, or why not. */
export type ChoiceResult = 'saved' | UnfitFile['reason'] | 'no-room'

export async function saveChosen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  place: ChosenFor,
  { file, original }: { file: File; original: boolean },
): Promise<ChoiceResult> {
  try {
    const ready = await readyFile(file, { original })
    await putChosen(db, { ...place, file: ready, at: clock.now() })
    return 'saved'
  } catch (error) {
    if (error instanceof UnfitFile) return error.reason
    // a file that was moved or deleted since it was chosen cannot be read either
    return isQuota(error) ? 'no-room' : 'unreadable'
  }
}

const refusals: Record<string, MessageDescriptor> = {
  fileSize: msg`It has another size than was announced.`,
  fileHash: msg`It was changed or damaged on its way.`,
  fileType: msg`It is neither a picture nor a PDF.`,
  readablePicture: msg`The picture cannot be read.`,
  megapixels: msg`The picture has too many pixels.`,
  fileLate: msg`It did not come in seven days.`,
}

export const refusalWords = (reason: string): MessageDescriptor => refusals[reason] ?? msg`The shop did not accept it.`

export const unfitWords: Record<Exclude<ChoiceResult, 'saved'> | 'many', MessageDescriptor> = {
  type: msg`only pictures and PDF files can be sent`,
  size: msg`a file may have 15 MB`,
  empty: msg`this file is empty`,
  unreadable: msg`this file cannot be read here`,
  'no-room': msg`there is no room on this device; it is NOT saved`,
  many: msg`ten files at most can be attached`,
}

/** Longest side of a picture that is sent, px, unless its author wants the original; and quality of its JPEG. */
const picture = { side: 2048, quality: 0.85 }

/** Why a file cannot be sent. */
export class UnfitFile extends Error {
  override name = 'UnfitFile'
  readonly reason: 'type' | 'size' | 'empty' | 'unreadable'
  constructor(reason: UnfitFile['reason'], cause?: unknown) {
    super(`The file cannot be sent: ${reason}`, { cause })
    this.reason = reason
  }
}

const endings: Record<string, FileType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heic',
  pdf: 'application/pdf',
}

/** The type by the browser or the name; some browsers do not know HEIC. */
function typeOf({ type, name }: File): FileType | undefined {
  const known = type === 'image/heif' ? 'image/heic' : type
  return fileTypes.find((each) => each === known) ?? endings[name.split('.').at(-1)?.toLowerCase() ?? '']
}

/** A picture upright, without its metadata, at most `picture.side` px long, as JPEG on white. */
async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnfitFile('unreadable', cause)
  })
  const scale = Math.min(1, picture.side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new UnfitFile('unreadable')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', picture.quality))
  if (!made) throw new UnfitFile('unreadable')
  return made
}

/** A name that the shop takes: on one line, the end of a long one without half a character. */
const nameOf = (name: string) =>
  fileName(name)
    .slice(-limits.fileNameLength + 4)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .trim()

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A file as it will be sent: pictures are made smaller unless the `original` is wanted. Throws `UnfitFile`. */
export async function readyFile(file: File, { original }: { original: boolean }): Promise<ReadyFile> {
  const type = typeOf(file)
  if (!type) throw new UnfitFile('type')
  if (file.size === 0) throw new UnfitFile('empty')
  const isShrunk = type !== 'application/pdf' && !original
  const blob = isShrunk ? await shrink(file) : file
  if (blob.size > limits.fileBytes) throw new UnfitFile('size')
  const bytes = await blob.arrayBuffer()
  const name = nameOf(isShrunk ? file.name.replace(/\.[^.]*$/, '') : file.name)
  return {
    _id: v7(),
    name: isShrunk ? `${name}.jpg` : name,
    type: isShrunk ? 'image/jpeg' : type,
    bytes: bytes.byteLength,
    sha256: await hashOf(bytes),
    // of its own bytes: the file itself may be gone when it is sent
    blob: new Blob([bytes], { type: isShrunk ? 'image/jpeg' : type }),
  }
}
