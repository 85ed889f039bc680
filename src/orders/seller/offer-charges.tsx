import { Button, Grid, IconButton, Text } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../contract/limits.ts'
import { TextField } from '../../forms/fields.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { Icon } from '../../ui/icon.tsx'
import type { OfferValues } from './offer-values.ts'

type Row = OfferValues['charges'][number]

const isEmpty = ({ label, amount }: Row) => label.trim() === '' && amount.trim() === ''
const nothing: Row = { label: '', amount: '' }

/** Charges and discounts. Shows the rows that are filled in, and more on demand. */
export function OfferCharges({ form }: { form: FormHandle<OfferValues> }) {
  const { t } = useLingui()
  const { charges } = form.values
  const used = charges.findLastIndex((row) => !isEmpty(row)) + 1
  const [added, setAdded] = useState(0)
  const [removed, setRemoved] = useState<{ row: Row; at: number }>()
  const shown = Math.max(used, added)
  const focus = (at: number, name: keyof Row = 'label') =>
    document.getElementById(form.field('charges', at, name).id)?.focus()

  function add() {
    flushSync(() => setAdded(shown + 1))
    focus(shown)
  }
  function remove(at: number) {
    const row = charges[at] ?? nothing
    setRemoved(isEmpty(row) ? undefined : { row, at })
    form.change({ charges: [...charges.slice(0, at), ...charges.slice(at + 1), nothing] })
    flushSync(() => setAdded(shown - 1))
    if (shown > 1) focus(Math.min(at, shown - 2))
    else document.getElementById(addId)?.focus()
  }
  // a full list has no room for the row
  const canUndo = removed && used < charges.length
  function undo({ row, at }: NonNullable<typeof removed>) {
    flushSync(() => {
      form.change({ charges: [...charges.slice(0, at), row, ...charges.slice(at)].slice(0, charges.length) })
      setAdded(Math.max(shown, at) + 1)
      setRemoved(undefined)
    })
    focus(at)
  }
  const addId = `${form.id}add-charge`
  return (
    <Grid gap="3" justifyItems="start">
      {[...charges.keys()].slice(0, shown).map((at) => {
        const number = at + 1
        return (
          <Grid
            key={at}
            width="full"
            templateColumns="minmax(0, 1fr) minmax(5.5rem, 10rem) auto"
            gap="3"
            alignItems="end"
          >
            <TextField
              field={form.field('charges', at, 'label')}
              label={t`Charge ${number}`}
              maxLength={limits.chargeLabelLength}
            />
            <TextField
              field={form.field('charges', at, 'amount')}
              label={t`Amount of charge ${number}`}
              inputMode="text"
              autoComplete="off"
              maxLength={24}
            />
            <IconButton aria-label={t`Remove charge ${number}`} onClick={() => remove(at)}>
              <Icon name="trash" />
            </IconButton>
          </Grid>
        )
      })}
      <div role="status">
        {canUndo && (
          <>
            <Trans>Charge removed: {ph({ charge: removed.row.label || removed.row.amount })}</Trans>{' '}
            <Button onClick={() => undo(removed)}>
              <Trans comment="button: brings back a removed row of a form">Undo</Trans>
            </Button>
          </>
        )}
      </div>
      {shown < charges.length && (
        <Button id={addId} onClick={add}>
          <Icon name="plus" />
          <Trans comment="button: one more row for freight, insurance, a discount">Add a charge</Trans>
        </Button>
      )}
      {shown > 0 && (
        <Text color="fg.muted" fontSize="sm">
          <Trans>Freight, insurance, packing. A discount is an amount below zero, such as -50.</Trans>
        </Text>
      )}
    </Grid>
  )
}
