import { AspectRatio, Flex, Grid, Image, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type Fish, FishInput } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { type Locale, nameIn } from '../../contract/locales.ts'
import { fieldRow, type ProductFieldName, productFieldNames, requiredTexts } from '../../contract/product-fields.ts'
import type { Api } from '../api/api-client.ts'
import type { Refusal } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { type Conflict, EditConflict, type Sent, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { controlProps, FieldFrame, Group, TextField } from '../forms/fields.tsx'
import { FileButton, pictureTypes } from '../forms/file-button.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { SelectField } from '../forms/select.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { useAddress } from '../ui/blob-address.ts'
import { toast } from '../ui/feedback/toaster.tsx'
import { Picture } from '../ui/product-picture.tsx'
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

interface Saving {
  api: Api
  values: ProductValues
  file: File | undefined
  /** pictures that an earlier attempt uploaded, each with the product after that upload */
  uploaded: Map<File, Fish>
  locale: Locale
}

type SentProduct = Sent<Fish, ProductValues>

const pictureCodes = ['bad-picture', 'too-large', 'wrong-type']

async function createProduct({ api, values, file }: Saving): Promise<SentProduct> {
  const reply = await api.call('createFish', { body: productForm(values, file) })
  return reply.ok ? { kind: 'saved', body: reply.body } : { kind: 'refused', refusal: refusalOf(reply.refusal) }
}

/** Uploads the new picture, then updates the product. The server refuses both if somebody else changed it since `start`. */
async function saveProduct(saving: Saving & { start: Fish }): Promise<SentProduct> {
  const { api, start, values, file, uploaded, locale } = saving
  const valuesOf = (fish: Fish) => {
    const hasFile = file !== undefined && uploaded.get(file)?.image === fish.image
    return { ...productValues(fish, locale), image: hasFile ? file.name : fish.image }
  }
  const params = { id: start._id }
  const sent = await sendMerged({
    start,
    values: { ...values, image: file?.name ?? start.image },
    valuesOf,
    send: async (fields: ProductValues, base: Fish) => {
      const picture = await uploadOnce(saving, base)
      if (!picture.ok) return picture
      const { image, updated_at: version } = picture.body
      const body = { _id: base._id, image, ...productInput(fields) }
      const reply = await api.call('updateFish', { params, body, version })
      return reply.ok ? reply : { ok: false, refusal: refusalOf(reply.refusal) }
    },
    fetchSaved: () => api.call('getFish', { params }),
  })
  // in the form, the picture is the name of the chosen file
  return sent.kind === 'conflict' ? { ...sent, merged: { ...sent.merged, image: values.image } } : sent
}

type PictureReply = { ok: true; body: Fish } | { ok: false; refusal: Refusal }

/** The product after the upload of the new picture. Does nothing without one, or if an earlier attempt uploaded it. */
async function uploadOnce({ api, file, uploaded }: Saving, base: Fish): Promise<PictureReply> {
  const earlier = file && uploaded.get(file)
  const fish = earlier && earlier.updated_at >= base.updated_at ? earlier : base
  if (!file || fish.image === earlier?.image) return { ok: true, body: fish }
  const body = new FormData()
  body.append('fishe_id', fish._id)
  body.append('image', file, file.name)
  const reply = await api.call('uploadPicture', { body, version: fish.updated_at })
  if (!reply.ok) return { ok: false, refusal: atPicture(reply.refusal) }
  const saved = { ...fish, image: reply.body, updated_at: reply.version ?? fish.updated_at }
  uploaded.set(file, saved)
  return { ok: true, body: saved }
}

function refusalOf(refusal: Refusal): Refusal {
  return pictureCodes.includes(refusal.code ?? '') ? atPicture(refusal) : refusal
}

/** The specification ignores a failed upload. Here it is an error, or the missing picture would go unnoticed. */
function atPicture(refusal: Refusal): Refusal {
  const { code, detail, errors } = refusal
  if (errors.length > 0 || code === 'edited-meanwhile') return refusal
  return { ...refusal, errors: [{ path: 'image', detail, code }] }
}

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
  const field = (name: ProductField) => ({ field: form.field(name), label: productLabel(name, reader) })
  const text = (name: ProductField) => <TextField {...field(name)} key={name} maxLength={limits.nameLength} required />
  const optional = (name: ProductFieldName) => {
    const { kind, maxLength = limits.textLength } = fieldRow(name)
    if (kind === 'percent') return <TextField {...field(name)} key={name} inputMode="decimal" maxLength={6} />
    const capitals = name === 'fao_code' && ({ autoCapitalize: 'characters' } as const)
    return <TextField {...field(name)} key={name} maxLength={maxLength} {...capitals} />
  }
  return (
    <>
      {text('trade_name')}
      <TwoColumns>
        {requiredTexts.slice(1).map(text)}
        <SelectField
          {...field('type')}
          options={[
            { value: 'fish', label: t`Fish` },
            { value: 'seafood', label: t`Seafood` },
          ]}
        />
        <TextField {...field('countInStock')} inputMode="decimal" maxLength={12} required />
      </TwoColumns>
      {picture}
      <Group isPart legend={<Trans>Optional</Trans>}>
        <TwoColumns>{productFieldNames.map(optional)}</TwoColumns>
      </Group>
    </>
  )
}

function PictureField({
  form,
  fish,
  file,
  onFile,
}: FieldsProps & { fish: Fish | undefined; file: File | undefined; onFile: (file: File) => void }) {
  const { t } = useLingui()
  const hint = t`JPEG, PNG, WebP or AVIF, at most 12 MB`
  const field = form.field('image')
  const choose = (chosen: File) => {
    onFile(chosen)
    field.set(chosen.name)
  }
  return (
    <FieldFrame field={field} label={t`Image`} hint={hint}>
      <Grid templateColumns="7rem 1fr" alignItems="center" gap="4">
        <AspectRatio ratio={4 / 3} borderRadius="l2" bg="bg.subtle" overflow="hidden">
          {file && pictureTypes.split(',').includes(file.type) ? (
            <Preview file={file} />
          ) : (
            <Picture
              image={fish?.image ?? ''}
              placeholder={fish?.placeholder}
              type={form.values.type}
              alt={fish?.image ? t`As it is now` : t`No picture yet`}
              sizes="160px"
            />
          )}
        </AspectRatio>
        <Flex wrap="wrap" align="center" gap="3" minWidth="0">
          {/* other files are taken too: the message at the field says what is wrong with them */}
          <FileButton
            {...controlProps({ field, hint })}
            accept={pictureTypes}
            onFiles={([chosen]) => chosen && choose(chosen)}
          >{t`Choose a picture`}</FileButton>
          <Text as="span" color="fg.muted" overflowWrap="anywhere">
            {form.values.image}
          </Text>
        </Flex>
      </Grid>
    </FieldFrame>
  )
}

function Preview({ file }: { file: File }) {
  const { t } = useLingui()
  const address = useAddress(file)
  return address && <Image src={address} alt={t`Preview`} boxSize="full" objectFit="cover" />
}

interface ProductDialogProps {
  fish: Fish | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

export function ProductDialog({ fish, onClose, onSaved }: ProductDialogProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const [chosen, setChosen] = useState<File>()
  const [uploaded] = useState(() => new Map<File, Fish>())
  const [conflict, setConflict] = useState<Conflict<Fish>>()
  // choosing the saved picture in a conflict empties the file name
  const fileOf = ({ image }: { image: string }) => (image ? chosen : undefined)
  const form: FormHandle<ProductValues> = useDialogForm<ProductValues>({
    onClose,
    name: `fish-${fish?._id ?? 'new'}`,
    initial: { ...productValues(fish, locale), start: fish },
    hidden: ['start'],
    fromSaved: fromSavedProduct,
    // a file cannot be saved on the device with the texts
    secret: ['image'],
    schema: FishInput,
    body: productInput,
    check: (values) => checkProduct(values, { file: fileOf(values), locale }),
    submit: async (values) => {
      const saving = { api, values, file: fileOf(values), uploaded, locale }
      // a draft from an earlier visit started from an older version of the product
      const start = conflict?.saved ?? values.start ?? fish
      const sent = start ? await saveProduct({ ...saving, start }) : await createProduct(saving)
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      toast({ title: t`The product was saved.`, kind: 'success' })
      await onSaved()
      return 'done'
    },
  })
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
          <PictureField form={form} fish={conflict?.saved ?? fish} file={fileOf(form.values)} onFile={setChosen} />
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
    if (name === 'image' && !value) {
      const { image, placeholder, type } = saved
      return <Picture image={image} placeholder={placeholder} type={type} alt={t`Picture`} sizes="160px" />
    }
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
