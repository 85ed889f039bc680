import { Button, Grid } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { LineChange } from '../../data/cart/line-changes.ts'
import { getDrafts } from '../../data/drafts/drafts.ts'
import type { DraftRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ListRow } from '../../parts/lists/new-rows.tsx'
import { LineChanges } from '../../parts/offers/line-changes.tsx'
import { Page } from '../../parts/page.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { useSaving } from '../../ui/feedback/toaster.tsx'
import { Rows } from '../../ui/motion/motion.tsx'
import { DraftItem } from './draft-item.tsx'
import { SaveCart } from './save-cart.tsx'

/** Carts saved on this device for later, each with a name. */
export function DraftsPage() {
  const { db } = useDeps()
  const { t } = useLingui()
  const drafts = useLiveQuery(() => getDrafts(db), [db])
  // the pressed button goes with its draft, and the focus would go with it
  const [said, say] = useSaid()
  return (
    <Page
      title={t`Drafts`}
      narrow
      lead={<Trans>Lists for later requests. They stay on this device and work without a connection.</Trans>}
    >
      <SaveCart />
      {said}
      {drafts?.length === 0 && (
        <EmptyState
          icon="list"
          action={
            <LinkButton to="/products">
              <Trans>All products</Trans>
            </LinkButton>
          }
        >
          <Trans>No drafts yet. Save the cart under a name to keep it for later.</Trans>
        </EmptyState>
      )}
      <Grid as="ul" gap="4" templateColumns="minmax(0, 1fr)" aria-label={t`Drafts`}>
        <Rows>
          {drafts?.map((draft) => (
            <ListRow key={draft.id}>
              <DraftItem
                draft={draft}
                onOpened={(changes) => say(<Opened name={draft.name} changes={changes} />)}
                onDeleted={() => say(<Deleted draft={draft} onDone={() => say(null)} />)}
              />
            </ListRow>
          ))}
        </Rows>
      </Grid>
    </Page>
  )
}

function Deleted({ draft, onDone }: { draft: DraftRow; onDone: () => void }) {
  const { db } = useDeps()
  const save = useSaving()
  const undo = async () => {
    await db.drafts.put(draft)
    onDone()
  }
  return (
    <Notice isQuiet>
      <p>
        <Trans>“{draft.name}” was deleted.</Trans>
      </p>
      <Button onClick={() => save(undo)}>
        <Trans>Undo</Trans>
      </Button>
    </Notice>
  )
}

function Opened({ name, changes }: { name: string; changes: readonly LineChange[] }) {
  return (
    <>
      <Notice kind="success" isQuiet>
        <p>
          <Trans>“{name}” is in the cart now.</Trans>{' '}
          <Link to="/cart/{-$id}" params={{ id: undefined }}>
            <Trans>Go to the cart</Trans>
          </Link>
        </p>
      </Notice>
      <LineChanges changes={changes} />
    </>
  )
}
