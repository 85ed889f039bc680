import { Box, Button, Heading, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { nameIn } from '../../../contract/locales.ts'
import { type LineChange, refreshCart } from '../../data/cart/line-changes.ts'
import { putDraft, removeDraft, takeDraft } from '../../data/drafts/drafts.ts'
import type { DraftRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatTime } from '../../i18n/dates.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Time } from '../../ui/dates.tsx'
import { useSaving } from '../../ui/feedback/toaster.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RenameDialog } from './rename-dialog.tsx'

interface DraftItemProps {
  draft: DraftRow
  onOpened: (changes: LineChange[]) => void
  onDeleted: () => void
}

/** One draft with its contents and actions. */
export function DraftItem({ draft, onOpened, onDeleted }: DraftItemProps) {
  const { db, clock } = useDeps()
  const { t } = useLingui()
  const locale = useLocale()
  const [renaming, setRenaming] = useState(false)

  const save = useSaving()
  const handler = (work: () => Promise<void>) => () => save(work)
  const open = handler(async () => {
    const now = clock.now()
    const aside = { id: uuidv7(), name: t`Cart of ${formatTime(now, locale)}`, now }
    if (await takeDraft(db, draft.id, aside)) onOpened(await refreshCart(db))
  })
  const duplicate = handler(() => {
    const now = clock.now()
    return putDraft(db, { ...draft, id: uuidv7(), name: t`${draft.name} (copy)`, createdAt: now, updatedAt: now })
  })
  const remove = handler(async () => {
    await removeDraft(db, draft.id)
    onDeleted()
  })
  const { name, lines } = draft
  const tonnes = lines.reduce((sum, { qty }) => sum + qty, 0)
  const names = lines.slice(0, 4).map((line) => nameIn(line, locale))
  return (
    <Panel>
      <Box minWidth="0">
        <Heading as="h2" fontSize="xl" fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Heading>
        <Text color="fg.muted">
          <Plural value={lines.length} one="# product" other="# products" /> · {formatTonnes(tonnes, locale)} ·{' '}
          <Time at={draft.updatedAt} />
        </Text>
        <Text overflowWrap="anywhere">{names.join(', ') + (lines.length > names.length ? ' …' : '')}</Text>
      </Box>
      <ButtonRow>
        <Button variant="solid" aria-label={t`Open ${name}`} onClick={open}>
          <Trans comment="Button: puts the draft into the cart">Open</Trans>
        </Button>
        <Button aria-label={t`Rename ${name}`} onClick={() => setRenaming(true)}>
          <Trans>Rename</Trans>
        </Button>
        <Button aria-label={t`Duplicate ${name}`} onClick={duplicate}>
          <Trans>Duplicate</Trans>
        </Button>
        <Button colorPalette="red" aria-label={t`Delete ${name}`} onClick={remove}>
          <Trans>Delete</Trans>
        </Button>
      </ButtonRow>
      {renaming && <RenameDialog draft={draft} onClose={() => setRenaming(false)} />}
    </Panel>
  )
}
