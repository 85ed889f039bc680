import { Box, Button, Flex } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { BulkAnswer, BulkInput, Fish } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TickInput } from '../forms/checkbox-fields.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { SelectField, TextField } from '../forms/fields.tsx'
import { FileButton, pictureTypes } from '../forms/file-button.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { useAction } from '../lists/query.ts'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { checkStock, parseStock } from './product-form.ts'
import { pictureForm } from './product-pictures.tsx'

/** The products that are ticked, also those of other pages. */
export interface Ticked {
  ids: ReadonlySet<string>
  tick: (ids: readonly string[], isTicked: boolean) => void
}

export function useTicked(): Ticked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      ids,
      tick: (those, isTicked) => {
        const next = new Set(ids)
        for (const id of those) isTicked ? next.add(id) : next.delete(id)
        setIds(new Set([...next].slice(0, limits.bulkProducts)))
      },
    }),
    [ids],
  )
}

interface BulkProps {
  ticked: Ticked
  rows: readonly Fish[]
  onChanged: () => Promise<void>
}

/** What can be done with all ticked products at once. */
export function BulkBar({ ticked, rows, onChanged }: BulkProps) {
  const { t } = useLingui()
  const { api, sync } = useDeps()
  const changedText = useChangedText()
  const [open, setOpen] = useState<'change' | 'delete'>()
  const ids = [...ticked.ids]
  const count = ids.length
  const onPage = rows.map(({ _id }) => _id)
  const isAll = rows.length > 0 && onPage.every((id) => ticked.ids.has(id))
  const send = (change: Change) => api.call('changeFishes', { body: { ids, ...change }, key: sync.newId() })
  const close = () => setOpen(undefined)
  // a second try adds none twice: a product has each picture once
  const picture = useAction(
    async (api, file: File) => {
      const addTo = (id: string) => api.call('addPicture', { params: { id }, body: pictureForm(file) })
      let reply = await addTo(ids[0] ?? '')
      for (const id of ids.slice(1)) if (reply.ok) reply = await addTo(id)
      return reply
    },
    {
      onDone: () => toast({ title: changedText(count), kind: 'success' }),
      onEnd: () => void onChanged(),
    },
  )
  return (
    <Flex wrap="wrap" align="center" gap="3" flex="1 1 20rem" minHeight="12">
      <Flex as="label" align="center" gap="2" minHeight="11">
        <TickInput type="checkbox" checked={isAll} onChange={() => ticked.tick(onPage, !isAll)} />
        <Trans comment="ticks all products of the page">All on this page</Trans>
      </Flex>
      <Box role="status">{count > 0 && <Plural value={count} one="# selected" other="# selected" />}</Box>
      {count > 0 && (
        <>
          <Button {...quiet} onClick={() => setOpen('change')}>
            <Trans comment="button: of all selected products">Change</Trans>
          </Button>
          <FileButton
            {...quiet}
            accept={pictureTypes}
            busy={picture.busy}
            onFiles={([file]) => file && picture.run(file)}
          >
            {t({ message: 'Add a picture', comment: 'button: to all selected products' })}
          </FileButton>
          <Button {...quiet} colorPalette="red" onClick={() => setOpen('delete')}>
            <Trans comment="button at a row">Delete</Trans>
          </Button>
          <Button {...quiet} onClick={() => ticked.tick(ids, false)}>
            <Trans comment="button: unticks all products">Select none</Trans>
          </Button>
        </>
      )}
      {open === 'delete' && (
        <DeleteDialog
          onClose={close}
          onDelete={async () => {
            const reply = await send({ delete: true })
            return reply.ok ? { ...reply, body: undefined } : reply
          }}
          onDeleted={async () => {
            ticked.tick(ids, false)
            await onChanged()
          }}
        >
          <Plural
            value={count}
            one="# product leaves the catalogue, with its pictures and reviews. Orders keep their own copy of it."
            other="# products leave the catalogue, with their pictures and reviews. Orders keep their own copies of them."
          />
        </DeleteDialog>
      )}
      {open === 'change' && <ChangeDialog count={count} send={send} onClose={close} onChanged={onChanged} />}
    </Flex>
  )
}

const quiet = { size: 'sm', variant: 'ghost' } as const

type Change = Omit<BulkInput, 'ids'>

function useChangedText() {
  const { t } = useLingui()
  return (count: number) =>
    t({ message: plural(count, { one: '# product was changed.', other: '# products were changed.' }) })
}

interface ChangeDialogProps extends Pick<BulkProps, 'onChanged'> {
  count: number
  send: (change: Change) => Promise<Reply<BulkAnswer>>
  onClose: () => void
}

/** Fields that stay empty change nothing. */
function ChangeDialog({ count, send, onClose, onChanged }: ChangeDialogProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const changedText = useChangedText()
  const form = useDialogForm({
    onClose,
    name: 'products',
    initial: { stock: '', type: '', featured: '' },
    check: ({ stock }) => ({ stock: stock.trim() === '' ? undefined : checkStock(stock, locale) }),
    submit: async ({ stock, type, featured }) => {
      const changes: Change[] = []
      if (stock.trim() !== '') changes.push({ countInStock: parseStock(stock) ?? 0 })
      if (type !== '') changes.push({ type: type === 'seafood' ? 'seafood' : 'fish' })
      if (featured !== '') changes.push({ featured: featured === 'yes' })
      for (const change of changes) {
        const reply = await send(change)
        if (!reply.ok) return reply.refusal
        if (change === changes.at(-1)) toast({ title: changedText(reply.body.changed), kind: 'success' })
      }
      await onChanged()
      return 'done'
    },
  })
  const asIs = {
    value: '',
    label: t({ message: 'As it is', comment: 'choice: the selected products keep what they have' }),
  }
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t({ message: plural(count, { one: 'Change # product', other: 'Change # products' }) })}
      submit={t`Save`}
    >
      <TextField
        field={form.field('stock')}
        label={t`Stock`}
        hint={t`In tonnes, the same for each of them. Empty: as it is.`}
        inputMode="decimal"
        maxLength={12}
      />
      <SelectField
        field={form.field('type')}
        label={t`Type`}
        options={[asIs, { value: 'fish', label: t`Fish` }, { value: 'seafood', label: t`Seafood` }]}
      />
      <SelectField
        field={form.field('featured')}
        label={t({ message: 'Featured', comment: 'products that stand out on the home page' })}
        options={[
          asIs,
          { value: 'yes', label: t`They stand out on the home page` },
          { value: 'no', label: t`They do not stand out` },
        ]}
      />
    </DialogForm>
  )
}
