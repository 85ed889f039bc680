import { Box, Button, Heading, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { nameIn } from '../../../contract/locales.ts'
import { putDraft, removeDraft, takeDraft } from '../../db/drafts.ts'
import { type LineChange, refreshCart } from '../../db/line-changes.ts'
import type { DraftRow } from '../../db/rows.ts'
import { formatDate } from '../../i18n/dates.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Time } from '../../ui/dates.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toaster.tsx'
import { RenameDialog } from './rename-dialog.tsx'

interface DraftItemProps {
  draft: DraftRow
  onOpened: (changes: LineChange[]) => void
  onDeleted: () => void
}

/** One draft: what is in it, and what can be done with it. */
export function DraftItem({ draft, onOpened, onDeleted }: DraftItemProps) {
  const { db, clock } = useDeps()
  const { t } = useLingui()
  const [renaming, setRenaming] = useState(false)

  const doing = (work: () => Promise<void>) => () =>
    void work().catch(() => toast({ title: t`This could not be saved on this device.`, kind: 'error' }))
  const open = doing(async () => {
    const now = clock.now()
    const aside = { id: uuidv7(), name: t`Cart of ${formatDate(now)}`, now }
    if (await takeDraft(db, draft.id, aside)) onOpened(await refreshCart(db))
  })
  const duplicate = doing(() => {
    const now = clock.now()
    return putDraft(db, { ...draft, id: uuidv7(), name: t`${draft.name} (copy)`, createdAt: now, updatedAt: now })
  })
  const remove = doing(async () => {
    await removeDraft(db, draft.id)
    onDeleted()
  })
  const { name } = draft
  return (
    <Panel>
      <Box minWidth="0">
        <Heading as="h2" fontSize="xl" fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Heading>
        <Text color="fg.muted">
          <Plural value={draft.lines.length} one="# product" other="# products" /> · <Tonnes draft={draft} /> ·{' '}
          <Time at={draft.updatedAt} />
        </Text>
        <Names draft={draft} />
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

function Tonnes({ draft }: { draft: DraftRow }) {
  const locale = useLocale()
  return formatTonnes(
    draft.lines.reduce((sum, { qty }) => sum + qty, 0),
    locale,
  )
}

/** The first products by name, so that a draft is recognised without opening it. */
function Names({ draft }: { draft: DraftRow }) {
  const locale = useLocale()
  const names = draft.lines.slice(0, 4).map((line) => nameIn(line, locale))
  const more = draft.lines.length > names.length
  return <Text overflowWrap="anywhere">{names.join(', ') + (more ? ' …' : '')}</Text>
}
