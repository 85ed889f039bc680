import { Input, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import { faoAreas, type Lot, LotInput, wrongLotDays } from '../../contract/lots.ts'
import type { Refusal, Reply } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { DialogForm, type EditDialogProps, useDialogForm } from '../forms/dialog-form.tsx'
import { mergeEdits } from '../forms/edit-conflict.tsx'
import { controlProps, FieldFrame, SelectField, TextAreaField, TextField } from '../forms/fields.tsx'
import { filledTexts } from '../forms/filled-texts.ts'
import type { Field, Messages } from '../forms/form-types.ts'
import { FoundProducts } from '../forms/found-products.tsx'
import { areaNames, lotDays, lotFields, lotTitles, neededOfLot } from '../i18n/lot-titles.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { recordOf } from '../lib/record.ts'
import { toast } from '../ui/feedback/toaster.tsx'
import { PdfFiles } from './pdf-files.tsx'

type LotValues = Record<keyof LotInput, string>

const valuesOf = (lot: Lot | undefined): LotValues => recordOf(lotFields, (name) => lot?.[name] ?? '')

/** The filled-in members; the contract finds what is missing. */
export const lotInput = (values: LotValues) =>
  filledTexts({ ...values, imo: values.imo.replace(/^\s*IMO\s*/i, '') }, lotFields) as LotInput

const checkDays = (values: LotValues): Messages<LotValues> =>
  Object.fromEntries(wrongLotDays(lotInput(values)).map(({ path, ...rule }) => [path, rule]))

const atCode = (refusal: Refusal): Refusal => {
  const { code, detail } = refusal
  return code === 'lot-exists' ? { ...refusal, errors: [{ path: 'code', rule: 'alreadyUsed', detail }] } : refusal
}

export function LotDialog({ lot, onClose, onSaved }: EditDialogProps & { lot: Lot | undefined }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const [saved, setSaved] = useState(lot)
  const form = useDialogForm<LotValues>({
    onClose,
    name: `lot-${lot?._id ?? 'new'}`,
    initial: valuesOf(lot),
    schema: LotInput,
    body: lotInput,
    check: checkDays,
    submit: async (values) => {
      const send = async (): Promise<Reply<Lot>> => {
        if (!lot) return api.call('createLot', { body: lotInput(values) })
        // the call names all of it, which a colleague may have changed since it was shown
        const newest = await api.call('listLots', { query: { keyword: lot.code } })
        if (!newest.ok) return newest
        const found = newest.body.find(({ _id }) => _id === lot._id) ?? lot
        const { merged } = mergeEdits({ start: valuesOf(lot), yours: values, saved: valuesOf(found) })
        return api.call('updateLot', { params: { id: lot._id }, body: lotInput(merged) })
      }
      const reply = await send()
      if (!reply.ok) return atCode(reply.refusal)
      toast({ title: t`The lot was saved.`, kind: 'success' })
      await onSaved()
      return 'done'
    },
  })
  const of = (name: keyof LotInput) => ({
    field: form.field(name),
    label: lotTitles[name][locale],
    ...(neededOfLot.some((each) => each === name) && { required: true }),
  })
  const shown = (name: keyof LotInput) => {
    if (name === 'fishe') return <ProductField key={name} {...of(name)} />
    if (name === 'note') return <TextAreaField key={name} {...of(name)} rows={2} maxLength={limits.noteLength} />
    if (name === 'area')
      return (
        <SelectField
          key={name}
          {...of(name)}
          options={[
            { value: '', label: t({ message: 'Choose', comment: 'of a list: nothing is chosen yet' }) },
            ...faoAreas.map((value) => ({ value, label: `${value} ${areaNames[value][locale]}` })),
          ]}
        />
      )
    const isDay = lotDays.some((each) => each === name)
    const lengths = { code: limits.lotCodeLength, imo: 12, landedAt: limits.placeLength } as const
    const maxLength = name in lengths ? lengths[name as keyof typeof lengths] : limits.nameLength
    return <TextField key={name} {...of(name)} autoComplete="off" {...(isDay ? { type: 'date' } : { maxLength })} />
  }
  return (
    <DialogForm
      form={form}
      keeps={!lot}
      title={lot ? t`Edit lot ${{ code: lot.code }}` : t`New lot`}
      submit={t`Save`}
      after={
        saved && (
          <PdfFiles
            title={t`Files of the lot as PDF`}
            add={t`Add files`}
            files={saved.files}
            most={limits.certificateFiles}
            onAdd={(body) => api.call('addLotFile', { params: { id: saved._id }, body })}
            onRemove={(hash) => api.call('removeLotFile', { params: { id: saved._id, hash } })}
            onChanged={(changed) => {
              setSaved(changed)
              void onSaved()
            }}
          />
        )
      }
    >
      {lotFields.map(shown)}
    </DialogForm>
  )
}

/** A product of the catalogue on the device, found by its name or article number. */
function ProductField({ field, label }: { field: Field<string>; label: string }) {
  const { db } = useDeps()
  const locale = useLocale()
  const [keyword, setKeyword] = useState<string>()
  const chosen = useLiveQuery(() => db.fishes.get(field.value).catch(() => undefined), [db, field.value])
  return (
    <Stack gap="1">
      <FieldFrame field={field} label={label} required>
        <Input
          {...controlProps({ field })}
          type="search"
          autoComplete="off"
          value={keyword ?? (chosen ? nameIn(chosen, locale) : field.value)}
          maxLength={limits.keywordLength}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </FieldFrame>
      <FoundProducts
        keyword={keyword ?? ''}
        onChoose={(product) => {
          field.set(product)
          setKeyword(undefined)
          document.getElementById(field.id)?.focus()
        }}
      />
    </Stack>
  )
}
