import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { EventFile } from '../../../contract/files.ts'
import type { Side } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import { getValue } from '../../db/database.ts'
import { fetchBlob } from '../../db/fetch-blob.ts'
import { saveOpened, sendFilesNow } from '../../db/files.ts'
import { useReader } from '../../db/read-orders.ts'
import { type Deps, useDeps } from '../../db/use-deps.tsx'
import { FileButton } from '../../forms/file-button.tsx'
import { formatBytes, formatPercent } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { savesData } from '../../sync/connection.ts'
import { saveFile, useAddress } from '../../ui/blob-address.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { acceptedFiles, type ChoiceResult, refusalWords, saveChosen, unfitWords } from './chosen-files.tsx'

interface ThreadFileProps {
  place: FilePlace
  file: EventFile
  isOwn: boolean
}

function ThreadFile({ place, file, isOwn }: ThreadFileProps) {
  const deps = useDeps()
  const { db } = deps
  const { userId } = place
  const locale = useLocale()
  const { t } = useLingui()
  const [thumb, setThumb] = useState<Blob>()
  const [whole, setWhole] = useState<Blob>()
  const [trouble, setTrouble] = useState(false)
  const small = useAddress(thumb)
  const large = useAddress(whole)
  const row = useLiveQuery(() => db.files.get([userId, file._id]).catch(() => undefined), [db, userId, file._id])
  const isPicture = file.type !== 'application/pdf'
  const isHere = file.here === true
  const outgoing = row?.kind === 'out' ? row : undefined
  const hasBytes = outgoing?.blob !== undefined
  const { order } = place
  const hasThumb = isPicture && (isHere || hasBytes)
  const key = JSON.stringify(file)
  useEffect(() => {
    if (!hasThumb) return
    let isShown = true
    // of the same text, and no new object with each answer
    const same = JSON.parse(key) as EventFile
    void openFile(deps, { userId, order }, { file: same, part: 'thumb' }).then((blob) => isShown && setThumb(blob))
    return () => {
      isShown = false
    }
  }, [deps, userId, order, key, hasThumb])

  async function open(then: (blob: Blob) => void) {
    const blob = await openFile(deps, place, { file })
    setTrouble(blob === undefined)
    if (blob) then(blob)
  }
  const { name } = file
  return (
    <Flex gap="3" align="start" wrap="wrap" minWidth="0">
      {small && <img src={small} alt="" width="64" height="64" style={{ objectFit: 'cover', borderRadius: '4px' }} />}
      <Flex
        flex="1"
        minWidth="10rem"
        wrap="wrap"
        align="center"
        columnGap="4"
        css={{ '& > p:first-of-type': { flex: '1 1 8rem' } }}
      >
        <Text overflowWrap="anywhere">
          <bdi>{name}</bdi>{' '}
          <Text as="span" color="fg.muted">
            {file.bytes > 0 && formatBytes(file.bytes, locale)}
          </Text>
        </Text>
        {!isHere && <OnTheWay place={place} file={file} isOwn={isOwn} row={outgoing} />}
        {(isHere || hasBytes) && (
          <ButtonRow>
            {isPicture && (
              <Button
                aria-expanded={large !== undefined}
                onClick={() => (large ? setWhole(undefined) : void open(setWhole))}
                aria-label={large ? t`Close ${name}` : t`Open ${name}`}
              >
                {large ? <Trans>Close</Trans> : <Trans comment="button: shows the picture in full size">Open</Trans>}
              </Button>
            )}
            <Button aria-label={t`Save ${name} as a file`} onClick={() => void open((blob) => saveFile(name, blob))}>
              <Trans comment="button: downloads the file">Save</Trans>
            </Button>
          </ButtonRow>
        )}
        <div role="status">{trouble && <Trans>The file cannot be read without a connection.</Trans>}</div>
      </Flex>
      {large && <img src={large} alt={name} style={{ maxWidth: '100%' }} />}
    </Flex>
  )
}

interface OnTheWayProps extends ThreadFileProps {
  row: { refused?: string; now?: true; blob?: Blob } | undefined
}

function OnTheWay({ place, file, isOwn, row }: OnTheWayProps) {
  const deps = useDeps()
  const { t } = useLingui()
  const { i18n } = useI18n()
  const locale = useLocale()
  const progress = useLiveQuery(() => getValue(deps.db, 'sending-file').catch(() => undefined), [deps.db])
  const [chosenAgain, setChosenAgain] = useState<{ name: string; result: ChoiceResult }>()
  const refused = row?.refused ?? (row?.blob ? undefined : file.refused)
  if (refused) {
    const choose = async ([chosen]: File[]) => {
      if (!chosen) return
      const result = await saveChosen(deps, place, { file: chosen, original: false })
      if (result === 'saved') await deps.db.files.delete([place.userId, file._id]).catch(() => undefined)
      setChosenAgain({ name: chosen.name, result })
    }
    return (
      <>
        <Text color="fg.error">{i18n._(refusalWords(refused))}</Text>
        {isOwn && (
          <FileButton accept={acceptedFiles} onFiles={(files) => void choose(files)}>
            {t`Choose again`}
          </FileButton>
        )}
        <div role="status">
          {chosenAgain?.result === 'saved' && <Trans>It goes with your next message: it is listed below.</Trans>}
        </div>
        {chosenAgain && chosenAgain.result !== 'saved' && (
          <Text role="alert" color="fg.error">
            <Trans>
              <bdi>{ph({ name: chosenAgain.name })}</bdi>: {ph({ reason: i18n._(unfitWords[chosenAgain.result]) })}
            </Trans>
          </Text>
        )}
      </>
    )
  }
  const { name } = file
  const isRunning = progress?.id === file._id
  const percent = isRunning ? Math.min(100, Math.floor((100 * progress.sent) / file.bytes)) : 0
  return (
    <>
      <Text color="fg.muted">{t`Announced, not here yet`}</Text>
      {isRunning && (
        <Flex align="center" gap="2">
          <progress value={percent} max={100} aria-label={t`Being sent: ${name}`} style={{ maxWidth: '10rem' }} />
          <span>{formatPercent(percent / 100, locale)}</span>
        </Flex>
      )}
      {row?.blob && !row.now && savesData() && (
        <Button onClick={() => void sendFilesNow(deps.db, place.userId).catch(() => undefined)}>
          <Trans>Send files now</Trans>
        </Button>
      )}
    </>
  )
}

export function EventFiles({ orderId, side, files }: { orderId: string; side: Side; files: readonly EventFile[] }) {
  const { t } = useLingui()
  const reader = useReader()
  if (!reader) return null
  const place = { userId: reader.userId, order: orderId }
  return (
    <Box as="ul" listStyleType="none" aria-label={t`Files`}>
      {files.map((file) => (
        <Flex as="li" key={file._id} paddingBlock="1">
          <ThreadFile place={place} file={file} isOwn={side === reader.side} />
        </Flex>
      ))}
    </Box>
  )
}

/** Saves all files of an order on the device, for reading without a connection. Nothing where there are none. */
export function SaveAllFiles({ order, userId }: { order: Pick<Order, '_id' | 'events'>; userId: string }) {
  const deps = useDeps()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const here = order.events.flatMap(({ files = [] }) => files.filter((file) => file.here))
  const ids = here.map(({ _id }) => _id).join()
  const missing = useLiveQuery(async () => {
    const rows = await deps.db.files.bulkGet(here.map(({ _id }): [string, string] => [userId, _id])).catch(() => [])
    return here.filter((_, at) => rows[at]?.blob === undefined)
  }, [deps, userId, ids])
  if (here.length === 0 || !missing) return null
  async function saveAll() {
    setBusy(true)
    for (const file of missing ?? []) await openFile(deps, { userId, order: order._id }, { file })
    setBusy(false)
  }
  const size = formatBytes(
    missing.reduce((sum, { bytes }) => sum + bytes, 0),
    locale,
  )
  return (
    <ButtonRow>
      {missing.length > 0 && (
        <Button loading={isBusy} onClick={() => void saveAll()}>
          <Trans comment="button: keeps them on the device for reading without a connection">
            Save all files of this order ({size})
          </Trans>
        </Button>
      )}
      <span role="status">
        {missing.length === 0 && (
          <Plural
            value={here.length}
            one="The file of this order is saved on this device."
            other="All # files of this order are saved on this device."
          />
        )}
      </span>
    </ButtonRow>
  )
}

interface FilePlace {
  userId: string
  order: string
}

/** A file's bytes or thumbnail: saved on this device, else from the server, and then saved. Undefined without a connection. */
async function openFile(
  deps: Pick<Deps, 'db' | 'api'>,
  place: FilePlace,
  { file, part = 'blob' }: { file: EventFile; part?: 'blob' | 'thumb' },
): Promise<Blob | undefined> {
  const saved = await deps.db.files.get([place.userId, file._id]).catch(() => undefined)
  // this device sends the picture itself
  const found = saved?.[part] ?? saved?.blob
  if (found || !file.here) return found
  const path = `files/${file._id}/${part === 'thumb' ? '?thumb' : ''}`
  const reply = await fetchBlob(deps, path, { userId: place.userId }).catch(() => undefined)
  if (!reply?.ok) return undefined
  await saveOpened(deps.db, place, { ...file, [part]: reply.body })
  return reply.body
}
