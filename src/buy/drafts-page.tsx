import { Box, Button, Grid, Heading, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import { getDrafts, type LineChange, refreshCart, stashCartAsDraft, takeDraft } from '../db/drafts.ts'
import type { DraftRow } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { TextField } from '../forms/fields.tsx'
import { Form, useForm } from '../forms/form.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { ListRow } from '../lists/list-rows.tsx'
import { ButtonRow, LinkButton } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { toast, useSaving } from '../ui/feedback/toaster.tsx'
import { Rows } from '../ui/motion/motion.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { useStashedDraft } from '../ui/stashed-draft.ts'

function RenameDialog({ draft, onClose }: { draft: DraftRow; onClose: () => void }) {
  const { db, clock } = useDeps()
  const { t } = useLingui()
  const form = useDialogForm({
    onClose,
    name: `draft-${draft.id}`,
    initial: { name: draft.name },
    check: ({ name }) => ({ name: name.trim() === '' ? { rule: 'required' } : undefined }),
    async submit({ name }) {
      // only the name: another tab may have changed the lines meanwhile
      await db.drafts.update(draft.id, { name: name.trim(), updatedAt: clock.now() })
      return 'done'
    },
  })
  return (
    <DialogForm form={form} title={t`Rename “${{ name: draft.name }}”`} submit={t`Save`}>
      <TextField field={form.field('name')} label={t`Name of the draft`} required maxLength={limits.nameLength} />
    </DialogForm>
  )
}

interface DraftItemProps {
  draft: DraftRow
  onOpened: (changes: LineChange[]) => void
  onDeleted: () => void
}

function DraftItem({ draft, onOpened, onDeleted }: DraftItemProps) {
  const { db, clock, sync } = useDeps()
  const { t } = useLingui()
  const locale = useLocale()
  const stashed = useStashedDraft()
  const [renaming, setRenaming] = useState(false)

  const save = useSaving()
  const handler = (work: () => Promise<unknown>) => () => save(work)
  const open = handler(async () => {
    if (await takeDraft(db, draft.id, stashed())) onOpened(await refreshCart(db))
  })
  const duplicate = handler(() => {
    const now = clock.now()
    const { name } = draft
    return db.drafts.put({ ...draft, id: sync.newId(), name: t`${name} (copy)`, createdAt: now, updatedAt: now })
  })
  const remove = handler(async () => {
    await db.drafts.delete(draft.id)
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
        <Button aria-label={t`Rename ${name}`} onClick={() => setRenaming(true)}>{t`Rename`}</Button>
        <Button aria-label={t`Duplicate ${name}`} onClick={duplicate}>{t`Duplicate`}</Button>
        <Button colorPalette="red" aria-label={t`Delete ${name}`} onClick={remove}>{t`Delete`}</Button>
      </ButtonRow>
      {renaming && <RenameDialog draft={draft} onClose={() => setRenaming(false)} />}
    </Panel>
  )
}

function SaveCart() {
  const { db, clock, sync } = useDeps()
  const { t } = useLingui()
  const count = useLiveQuery(() => db.cart.count(), [db])
  const form = useForm({
    name: 'draft',
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? { rule: 'required' } : undefined }),
    async submit({ name }) {
      const saved = await stashCartAsDraft(db, { id: sync.newId(), name: name.trim(), now: clock.now() })
      if (saved) toast({ title: t`Saved under “${{ name: name.trim() }}”. The cart is empty now.`, kind: 'success' })
      return 'reset'
    },
  })
  return (
    <Panel titleId="in-hand" title={<Trans>In the cart</Trans>}>
      {count === 0 ? (
        <Text color="fg.muted">{t`Your cart is empty`}</Text>
      ) : (
        <>
          <p>
            <Plural value={count ?? 0} one="# product" other="# products" />
          </p>
          <Form form={form} label={t`Save the cart as a draft`} submit={t`Save as draft`}>
            <TextField field={form.field('name')} label={t`Name of the draft`} required maxLength={limits.nameLength} />
          </Form>
        </>
      )}
    </Panel>
  )
}

export function DraftsPage() {
  const { db } = useDeps()
  const { t } = useLingui()
  const drafts = useLiveQuery(() => getDrafts(db), [db])
  // the pressed button goes with its draft, and the focus would go with it
  const [status, announce] = useStatusMessage()
  return (
    <Page
      title={t`Drafts`}
      narrow
      lead={<Trans>Lists for later requests. They stay on this device and work without a connection.</Trans>}
    >
      <SaveCart />
      {status}
      {drafts?.length === 0 && (
        <EmptyState icon="list" action={<LinkButton to="/products">{t`All products`}</LinkButton>}>
          <Trans>No drafts yet. Save the cart under a name to keep it for later.</Trans>
        </EmptyState>
      )}
      <Grid as="ul" gap="4" templateColumns="minmax(0, 1fr)" aria-label={t`Drafts`}>
        <Rows>
          {drafts?.map((draft) => (
            <ListRow key={draft.id}>
              <DraftItem
                draft={draft}
                onOpened={(changes) => announce(<Opened name={draft.name} changes={changes} />)}
                onDeleted={() => announce(<Deleted draft={draft} onDone={() => announce(null)} />)}
              />
            </ListRow>
          ))}
        </Rows>
      </Grid>
    </Page>
  )
}

function Deleted({ draft, onDone }: { draft: DraftRow; onDone: () => void }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const save = useSaving()
  const undo = async () => {
    await db.drafts.put(draft)
    onDone()
  }
  return (
    <Notice isQuiet>
      <p>{t`“${{ name: draft.name }}” was deleted.`}</p>
      <Button onClick={() => save(undo)}>{t`Undo`}</Button>
    </Notice>
  )
}

function Opened({ name, changes }: { name: string; changes: readonly LineChange[] }) {
  const { t } = useLingui()
  return (
    <>
      <Notice kind="success" isQuiet>
        <p>
          {t`“${name}” is in the cart now.`}{' '}
          <Link to="/cart/{-$id}" params={{ id: undefined }}>{t`Go to the cart`}</Link>
        </p>
      </Notice>
      {changes.length > 0 && (
        <Notice kind="warning">
          <p>
            <strong>{t`Some things have changed since then:`}</strong>
          </p>
          <ul>
            {changes.map((change) => (
              <li key={change.kind + change.line.fishe}>
                <ChangeText change={change} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function ChangeText({ change }: { change: LineChange }) {
  const locale = useLocale()
  const name = nameIn(change.line, locale)
  if (change.kind === 'gone') return <Trans>{name} is no longer sold.</Trans>
  if (change.kind === 'out-of-stock') return <Trans>{name} is out of stock.</Trans>
  const newName = nameIn(change.fish, locale)
  if (newName === name) return <Trans>{name} has a new name in another language.</Trans>
  return (
    <Trans>
      {name} is now called {newName}.
    </Trans>
  )
}
