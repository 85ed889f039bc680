import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { dropFile, getChosen } from '../../data/files/file-store.ts'
import type { FileRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatBytes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../buttons.tsx'
import { TickBox } from '../forms/checkbox-field.tsx'
import { FileButton } from '../forms/file-button.tsx'
import { Icon } from '../icon.tsx'
import { type ChoiceResult, saveChosen } from './choose-files.ts'
import { unfitWords } from './file-words.ts'

const accept = 'image/*,.heic,.heif,application/pdf'
/** Phones and tablets have a camera at hand. */
const hasCamera = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

interface ChosenFilesProps {
  orderId: string
  userId: string
  /** called with the files that go with the next message */
  onChange: (chosen: FileRow[]) => void
}

/** The files that go with the next message: chosen, made smaller, and saved on the device at once. */
export function ChosenFiles({ orderId, userId, onChange }: ChosenFilesProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const deps = useDeps()
  const { db } = deps
  const locale = useLocale()
  const [original, setOriginal] = useState(false)
  const [busy, setBusy] = useState('')
  const [troubles, setTroubles] = useState<{ name: string; why: Exclude<ChoiceResult, 'saved'> | 'many' }[]>([])
  const chosen = useLiveQuery(() => getChosen(db, userId, orderId).catch(() => []), [db, userId, orderId])
  // the form sends what is listed
  useEffect(() => onChange(chosen ?? []), [chosen, onChange])

  async function add(files: File[]) {
    const wrong: typeof troubles = []
    let count = chosen?.length ?? 0
    for (const file of files) {
      setBusy(file.name)
      const result =
        count < limits.filesPerEvent ? await saveChosen(deps, { userId, order: orderId }, { file, original }) : 'many'
      if (result === 'saved') count++
      else wrong.push({ name: file.name, why: result })
    }
    setTroubles(wrong)
    setBusy('')
  }
  const wordsOf = (why: (typeof troubles)[number]['why']) => {
    if (why === 'no-room') return t`there is no room on this device; it is NOT saved`
    return why === 'many' ? t`a message carries ten files at most` : i18n._(unfitWords[why])
  }

  return (
    <Flex direction="column" gap="2">
      <ButtonRow>
        <FileButton
          multiple
          aria-label={t`Add files`}
          accept={accept}
          busy={busy !== ''}
          onFiles={(files) => void add(files)}
        >
          {t`Add files`}
        </FileButton>
        {hasCamera() && (
          <FileButton
            aria-label={t`Take a photo`}
            accept="image/*"
            capture="environment"
            busy={busy !== ''}
            onFiles={(files) => void add(files)}
          >
            {t`Take a photo`}
          </FileButton>
        )}
      </ButtonRow>
      <TickBox checked={original} onChange={setOriginal}>
        <Trans>Send pictures in their original size, with place and time</Trans>
      </TickBox>
      {chosen && chosen.length > 0 && (
        <Box as="ul" aria-label={t`Files of this message`} listStyleType="none">
          {chosen.map(({ _id, name, bytes }) => (
            <Flex as="li" key={_id} align="center" gap="2" wrap="wrap" borderTopWidth="1px" paddingBlock="1">
              <Text flex="1" minWidth="8rem" overflowWrap="anywhere">
                <bdi>{name}</bdi>{' '}
                <Text as="span" color="fg.muted">
                  {formatBytes(bytes, locale)}
                </Text>
              </Text>
              <Button variant="ghost" aria-label={t`Remove ${name}`} onClick={() => void dropFile(db, userId, _id)}>
                <Icon name="close" />
              </Button>
            </Flex>
          ))}
        </Box>
      )}
      <div role="status">
        {busy !== '' && (
          <Text>
            <Trans>Making ready: {busy}</Trans>
          </Text>
        )}
        {busy === '' && chosen && chosen.length > 0 && (
          <Text color="fg.muted">
            <Plural value={chosen.length} one="# file goes with this message." other="# files go with this message." />
          </Text>
        )}
      </div>
      {troubles.length > 0 && (
        <div role="alert">
          {troubles.map(({ name, why }) => (
            <Text key={name} color="fg.error" overflowWrap="anywhere">
              <bdi>{name}</bdi>: {wordsOf(why)}
            </Text>
          ))}
        </div>
      )}
    </Flex>
  )
}
