import { Field, IconButton, Input, Menu, Portal } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../contract/limits.ts'
import { inEach } from '../../contract/locales.ts'
import { type Order, SnoozeInput } from '../../contract/orders.ts'
import { addDays } from '../../contract/texts/shop-day.ts'
import type { Api } from '../api/api-client.ts'
import { removeOrder } from '../db/order-store.ts'
import { useShopToday } from '../db/read-orders.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { TextField } from '../forms/fields.tsx'
import { outcomeOf } from '../forms/form.tsx'
import { formatLastDay } from '../i18n/dates.ts'
import { useSavedQuery } from '../lists/query.ts'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { currentOffer } from './shown-order.ts'
import { ReasonDialog, useDecision } from './use-decision.tsx'

/** The orders that are laid aside, for all staff. */
export const snoozedOrders = {
  key: 'snoozes',
  load: (api: Api, signal: AbortSignal) => api.call('listSnoozes', { signal }),
}

const reminder = inEach(
  'May we remind you of our offer {number}? It is valid until {day}. Do you have any questions?',
  'Puis-je vous rappeler notre offre {number}\u202f? Elle est valable jusqu’au {day}. Avez-vous des questions\u202f?',
  '¿Podemos recordarle nuestra oferta {number}? Es válida hasta el {day}. ¿Tiene alguna pregunta?',
)

/** The words of a reminder in the buyer's language, which its sender can change. */
function reminderOf(order: Order): string | undefined {
  const current = order.state === 'offered' ? currentOffer(order) : undefined
  const language = order.language ?? 'en'
  return (
    current &&
    reminder[language]
      .replace('{number}', String(current.number))
      .replace('{day}', formatLastDay(current.offer, language))
  )
}

/** Rare actions, behind a button of its own: nobody deletes while reaching for `View`. */
export function OrderMenu({ order, onDeleted }: { order: Order; onDeleted: () => Promise<void> }) {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<'remind' | 'later' | 'delete'>()
  const close = () => setDialog(undefined)
  const decision = useDecision(order)
  const words = reminderOf(order)
  // a board has dozens of them: the menu's machine starts with the first press
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(isUsed), [isUsed])
  const { sync } = useDeps()
  const { reference } = order
  if (order.sealed) return null
  const button = (
    <IconButton aria-label={t`More for ${reference}`} aria-haspopup="menu" onClick={() => setUsed(true)}>
      <Icon name="more" />
    </IconButton>
  )
  if (!isUsed) return button
  return (
    <>
      <Menu.Root
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        defaultHighlightedValue="delete"
        lazyMount
        unmountOnExit
        positioning={{ placement: 'bottom-end', gutter: 4 }}
      >
        <Menu.Trigger asChild>{button}</Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content>
              {words && (
                <Menu.Item value="remind" onSelect={() => setDialog('remind')}>
                  <Icon name="chat" />
                  <Trans comment="menu: writes to the buyer about an offer without an answer">Remind</Trans>
                </Menu.Item>
              )}
              <Menu.Item value="later" onSelect={() => setDialog('later')}>
                <Icon name="clock" />
                <Trans comment="menu: lays a request aside until a day">Later</Trans>
              </Menu.Item>
              <Menu.Item value="delete" onSelect={() => setDialog('delete')} color="fg.error">
                <Icon name="trash" />
                <Trans comment="button at a row">Delete</Trans>
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
      {dialog === 'later' && <LaterDialog order={order} onClose={close} />}
      {dialog === 'remind' && words && (
        <ReasonDialog
          title={t`Remind the buyer`}
          action={t`Send`}
          reason={{
            name: `remind-${order._id}`,
            label: t`Message`,
            initial: words,
            maxLength: limits.eventTextLength,
          }}
          onClose={close}
          onAnswer={async (text) => {
            const words = { sent: <Trans>The reminder is sent.</Trans> }
            const outcome = await decision.decide({ id: sync.newId(), body: { kind: 'message', text }, words })
            if (outcome === 'done') close()
            return outcome
          }}
        >
          {null}
        </ReasonDialog>
      )}
      {decision.outcome}
      {dialog === 'delete' && <DeleteOrder order={order} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}

/** Lays a request aside until a day, or takes it up again. */
function LaterDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useLingui()
  const today = useShopToday()
  const snoozes = useSavedQuery(snoozedOrders)
  const saved = snoozes.body?.find((each) => each.order === order._id)?.until
  const { api } = useDeps()
  const form = useDialogForm({
    onClose,
    name: `later-${order._id}`,
    initial: { until: saved && saved > today ? saved : addDays(today, 1) },
    schema: SnoozeInput,
    submit: (body) => outcomeOf(api.call('snoozeOrder', { params: { id: order._id }, body }), snoozes.reload),
  })
  return (
    <DialogForm form={form} title={t`Look at it later`} submit={t`Save`}>
      <TextField
        field={form.field('until')}
        label={t({ message: 'Again on', comment: 'label of a field: the day on which a request is looked at again' })}
        hint={t`It leaves “To answer” for all of you until that day, or until the buyer writes. Empty: at once.`}
        type="date"
      />
    </DialogForm>
  )
}

interface DeleteOrderProps {
  order: Order
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** Deletes an order on the server after a confirmation; of an accepted one, a copy for reading stays. */
function DeleteOrder({ order, onClose, onDeleted }: DeleteOrderProps) {
  const { api, db } = useDeps()
  const userId = useSession()?.userId
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // the server may know of an acceptance that this device has not seen
  const isAccepted = order.state === 'accepted' || isRefused
  const { _id: id, reference } = order
  const buyer = order.user.name || order.user.email

  async function deleteOrder() {
    const reply = await api.call('deleteOrder', { params: { id }, query: isAccepted ? { reference: typed } : {} })
    if (!reply.ok && reply.refusal.code === 'reference-needed') {
      flushSync(() => setRefused(true))
      field.current?.focus()
    }
    return reply
  }
  async function afterDeletion() {
    if (!isAccepted && userId) await removeOrder(db, userId, id).catch(() => undefined)
    await onDeleted()
  }
  return (
    <DeleteDialog onClose={onClose} onDelete={deleteOrder} onDeleted={afterDeletion}>
      {isAccepted ? (
        <>
          <p>
            <Trans>
              The customer {buyer} has accepted the offer on the request {reference}. It leaves your lists. You and the
              customer keep a read-only copy, and nothing can be added to it.
            </Trans>
          </p>
          <Field.Root required invalid={isRefused}>
            <Field.Label>
              <Trans>Type the reference {reference}</Trans>
            </Field.Label>
            <Input
              ref={field}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
            />
          </Field.Root>
        </>
      ) : (
        <p>
          <Trans>
            The request {reference} of {buyer} will be permanently deleted, also from the customer's list.
          </Trans>
        </p>
      )}
    </DeleteDialog>
  )
}
