import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type AddressChange, SavedAddress } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import { addressLines, noAddress } from '../../contract/orders.ts'
import { getAddressBook } from '../db/outbox-rows.ts'
import type { Session } from '../db/rows.ts'
import { useDeps, useFreshQuery } from '../db/use-deps.tsx'
import { AddressFields, addressOf } from '../forms/address-fields.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { TextField } from '../forms/fields.tsx'
import { ButtonRow } from '../ui/buttons.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { useSaveEntry } from '../ui/feedback/toaster.tsx'
import { Panel } from '../ui/page.tsx'

const noSavedAddress: SavedAddress = { label: '', address: '', city: '', postalCode: '', country: '' }

/** The delivery addresses of an account, from which a request is filled in. */
export function AddressBook({ session }: { session: Session }) {
  const { t } = useLingui()
  const { db, sync } = useDeps()
  const saveEntry = useSaveEntry()
  const [status, announce] = useStatusMessage()
  // null: a new one
  const [editing, setEditing] = useState<SavedAddress | null>()
  const book = useFreshQuery(() => getAddressBook(db), [db, session.userId])
  const change = (body: AddressChange) =>
    saveEntry(() => sync.enqueue({ kind: 'address', body, display: {} }, { session }))
  const remove = async (before: SavedAddress) => {
    // the pressed button goes with its address
    if (await change({ before })) announce(<Trans>The address was removed.</Trans>)
  }
  return (
    <Panel title={t`Address book`}>
      {book?.length === 0 && <Text color="fg.muted">{t`Addresses that you save here fill in your next request.`}</Text>}
      <Stack as="ul" gap="4">
        {book?.map((saved) => (
          <Flex key={JSON.stringify(saved)} as="li" wrap="wrap" gap="3" justify="space-between" align="center">
            <div>
              <strong>{saved.label}</strong>
              <Text color="fg.muted">{addressLines({ ...noAddress, ...saved }).join(', ')}</Text>
            </div>
            <ButtonRow>
              <Button aria-label={t`Edit ${{ name: saved.label }}`} onClick={() => setEditing(saved)}>
                <Trans comment="button at a row">Edit</Trans>
              </Button>
              <Button aria-label={t`Delete ${{ name: saved.label }}`} onClick={() => void remove(saved)}>
                <Trans comment="button at a row">Delete</Trans>
              </Button>
            </ButtonRow>
          </Flex>
        ))}
      </Stack>
      {status}
      {book && book.length < limits.addresses && (
        <ButtonRow>
          <Button onClick={() => setEditing(null)}>{t`Add an address`}</Button>
        </ButtonRow>
      )}
      {editing !== undefined && (
        <AddressDialog
          before={editing ?? undefined}
          onClose={() => setEditing(undefined)}
          save={async (after) => Boolean(await change({ ...(editing && { before: editing }), after }))}
        />
      )}
    </Panel>
  )
}

interface AddressDialogProps {
  before: SavedAddress | undefined
  save: (after: SavedAddress) => Promise<boolean>
  onClose: () => void
}

function AddressDialog({ before, save, onClose }: AddressDialogProps) {
  const { t } = useLingui()
  const bodyOf = ({ label, ...values }: SavedAddress): SavedAddress => {
    const { phone: _, ...address } = addressOf({ ...noAddress, ...values })
    return { label: label.trim(), ...address }
  }
  const form = useDialogForm({
    name: 'saved-address',
    initial: before ?? noSavedAddress,
    schema: SavedAddress,
    body: bodyOf,
    onClose,
    submit: async (values) => ((await save(bodyOf(values))) ? 'done' : 'failed'),
  })
  return (
    <DialogForm form={form} title={before ? t`Edit address` : t`Add an address`} submit={t`Save`} onClose={onClose}>
      <TextField
        field={form.field('label')}
        label={t({ message: 'Name of the address', comment: 'in an address book, such as: Warehouse' })}
        maxLength={limits.nameLength}
        required
      />
      <AddressFields form={form} />
    </DialogForm>
  )
}
