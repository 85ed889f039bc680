import { SimpleGrid } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type Fish, FishInput } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { type Locale, nameIn } from '../../contract/locales.ts'
import {
  fieldRow,
  isNumber,
  type ProductFieldName,
  productFieldNames,
  requiredTexts,
} from '../../contract/product-fields.ts'
import type { Api } from '../api/api-client.ts'
import type { Refusal } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { CheckboxField, TickBox } from '../forms/checkbox-fields.tsx'
import { DialogForm, type EditDialogProps, useDialogForm } from '../forms/dialog-form.tsx'
import { type Conflict, EditConflict, type Sent, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { Group, SelectField, TextAreaField, TextField } from '../forms/fields.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { toast } from '../ui/feedback/toaster.tsx'
import { PdfFiles } from './pdf-files.tsx'
import {
  checkProduct,
  fromSavedProduct,
  type ProductField,
  type ProductValues,
  productForm,
  productInput,
  productLabel,
  productValues,
} from './product-form.ts'
import { NewPictures, pictureForm, SavedPictures } from './product-pictures.tsx'

type SentProduct = Sent<Fish, ProductValues>
type Values = { api: Api; values: ProductValues }

async function createProduct({ api, values }: Values, file: File | undefined): Promise<SentProduct> {
  const reply = await api.call('createFish', { body: productForm(values, file) })
  return reply.ok ? { kind: 'saved', body: reply.body } : { kind: 'refused', refusal: atPicture(reply.refusal) }
}

/** Without its pictures, which are saved by themselves. The server refuses it if somebody else has changed the product since `start`. */
function saveProduct({ api, values }: Values, start: Fish, locale: Locale): Promise<SentProduct> {
  const params = { id: start._id }
  return sendMerged({
    start,
    values,
    valuesOf: (fish) => productValues(fish, locale),
    send: (fields: ProductValues, { _id, image, updated_at: version }: Fish) =>
      api.call('updateFish', { params, body: { _id, image, ...productInput(fields) }, version }),
    fetchSaved: () => api.call('getFish', { params }),
  })
}

/** The specification ignores a failed upload. Here it is an error, or the missing picture would go unnoticed. */
function atPicture(refusal: Refusal): Refusal {
  const { code, detail, errors } = refusal
  if (errors.length > 0 || !code || !['bad-picture', 'too-large', 'wrong-type'].includes(code)) return refusal
  return { ...refusal, errors: [{ path: 'image', detail, code }] }
}

type TextOfProduct = Exclude<ProductField, 'featured'>
type FieldsProps = { form: FormHandle<ProductValues> }

function TwoColumns({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} rowGap="1.125rem" columnGap="4" alignItems="start">
      {children}
    </SimpleGrid>
  )
}

/** What a product needs, its picture, and the trade data that the specification does not name. */
function ProductFields({ form, picture }: FieldsProps & { picture: ReactNode }) {
  const { t, i18n } = useLingui()
  const reader = { locale: useLocale(), translate: i18n._.bind(i18n) }
  const field = (name: TextOfProduct) => ({ field: form.field(name), label: productLabel(name, reader) })
  const text = (name: TextOfProduct) => <TextField {...field(name)} key={name} maxLength={limits.nameLength} required />
  const optional = (name: ProductFieldName) => {
    const { kind, maxLength = limits.textLength } = fieldRow(name)
    if (isNumber(kind)) return <TextField {...field(name)} key={name} inputMode="decimal" maxLength={6} />
    if (kind === 'lines') return <TextAreaField {...field(name)} key={name} maxLength={maxLength} rows={4} />
    const capitals = name === 'fao_code' && ({ autoCapitalize: 'characters' } as const)
    return <TextField {...field(name)} key={name} maxLength={maxLength} {...capitals} />
  }
  const { trade_name: name, trade_name_fr: french, trade_name_es: spanish } = form.values
  const isSame = name === french && name === spanish
  // as the names are, until somebody says otherwise
  const [isOneName, setOneName] = useState(isSame && name !== '')
  const forAll = (trade_name: string) =>
    form.change({ trade_name, ...(isOneName && { trade_name_fr: trade_name, trade_name_es: trade_name }) })
  const main = field('trade_name')
  return (
    <>
      <TextField {...main} field={{ ...main.field, set: forAll }} maxLength={limits.nameLength} required />
      <TickBox
        checked={isOneName}
        onChange={(isOne) => {
          setOneName(isOne)
          if (isOne) form.change({ trade_name_fr: name, trade_name_es: name })
        }}
      >
        <Trans comment="a box to tick: one trade name for English, French and Spanish">
          Same name in all languages
        </Trans>
      </TickBox>
      <TwoColumns>
        {requiredTexts.slice(1).map((each) => (isOneName && each.startsWith('trade_name') ? null : text(each)))}
        <SelectField
          {...field('type')}
          options={[
            { value: 'fish', label: t`Fish` },
            { value: 'seafood', label: t`Seafood` },
          ]}
        />
        <TextField {...field('countInStock')} inputMode="decimal" maxLength={12} required />
      </TwoColumns>
      <CheckboxField field={form.field('featured')} label={t`Featured`} hint={t`It stands out on the home page.`} />
      {picture}
      <Group isPart legend={<Trans>Optional</Trans>}>
        <TwoColumns>{productFieldNames.filter((each) => !isText(each)).map(optional)}</TwoColumns>
        {productFieldNames.filter(isText).map(optional)}
      </Group>
    </>
  )
}

const isText = (name: ProductFieldName) => fieldRow(name).kind === 'lines'

export function ProductDialog({ fish, onClose, onSaved }: EditDialogProps & { fish: Fish | undefined }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const [files, setFiles] = useState<File[]>([])
  const [conflict, setConflict] = useState<Conflict<Fish>>()
  const [changed, setChanged] = useState<Fish>()
  const form: FormHandle<ProductValues> = useDialogForm<ProductValues>({
    onClose,
    name: `fish-${fish?._id ?? 'new'}`,
    initial: { ...productValues(fish, locale), start: fish },
    hidden: ['start'],
    fromSaved: fromSavedProduct,
    schema: FishInput,
    body: productInput,
    check: (values) => checkProduct(values, locale),
    submit: async (values) => {
      // a draft from an earlier visit started from an older version of the product
      const start = conflict?.saved ?? values.start ?? fish
      const sent = await (start
        ? saveProduct({ api, values }, start, locale)
        : createProduct({ api, values }, files[0]))
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      // from now on it is a saved one, whatever becomes of its other pictures
      form.change({ start: sent.body })
      const left = start ? files : files.slice(1)
      setFiles(left)
      for (const file of left) {
        const reply = await api.call('addPicture', { params: { id: sent.body._id }, body: pictureForm(file) })
        if (!reply.ok) return atPicture(reply.refusal)
        setFiles((now) => now.filter((each) => each !== file))
      }
      toast({ title: t`The product was saved.`, kind: 'success' })
      await onSaved()
      return 'done'
    },
  })
  const pictures = { field: form.field('image'), type: form.values.type }
  const name = fish && nameIn(fish, locale)
  return (
    // a new product exists only in this form, so its draft stays
    <DialogForm
      form={form}
      keeps={!fish}
      onClose={onClose}
      title={name === undefined ? t`New product` : t`Edit ${name}`}
      submit={t`Save`}
    >
      <ProductFields
        form={form}
        picture={
          fish ? (
            <>
              <SavedPictures {...pictures} fish={changed ?? fish} onChanged={setChanged} />
              <PdfFiles
                title={t`Certificates as PDF`}
                add={t`Add certificates`}
                files={(changed ?? fish).certificateFiles ?? []}
                most={limits.certificateFiles}
                onAdd={(body) => api.call('addCertificate', { params: { id: fish._id }, body })}
                onRemove={(hash) => api.call('removeCertificate', { params: { id: fish._id, hash } })}
                onChanged={setChanged}
              />
            </>
          ) : (
            <NewPictures {...pictures} files={files} onFiles={setFiles} />
          )
        }
      />
      {conflict && <ProductConflict key={conflict.saved.updated_at} form={form} {...conflict} />}
    </DialogForm>
  )
}

function ProductConflict({ form, saved, both }: Conflict<Fish> & { form: FormHandle<ProductValues> }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const show = (name: string, value: unknown) => {
    if (name === 'featured') return value ? t`Featured` : '–'
    if (name === 'type') return value === 'seafood' ? t`Seafood` : t`Fish`
    return String(value) || '–'
  }
  return (
    <EditConflict
      form={form}
      both={both}
      saved={productValues(saved, locale)}
      label={(path) => productLabel(path as ProductField, { locale, translate: i18n._.bind(i18n) })}
      show={show}
    />
  )
}
