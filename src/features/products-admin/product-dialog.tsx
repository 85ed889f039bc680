import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { nameIn } from '../../../contract/locales.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { Picture } from '../../parts/picture.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { EditConflict } from '../../ui/forms/edit-conflict.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { type Conflict, showUnsaved } from '../../ui/forms/send-merged.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { PictureField } from './picture-field.tsx'
import { OptionalFields, RequiredFields } from './product-dialog-fields.tsx'
import {
  checkProduct,
  fromSavedProduct,
  type ProductField,
  type ProductValues,
  productLabel,
  productValues,
} from './product-form.ts'
import { createProduct, saveProduct } from './save-product.ts'

interface ProductDialogProps {
  /** undefined for a new product */
  fish: Fish | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

export function ProductDialog({ fish, onClose, onSaved }: ProductDialogProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const isOpen = useIsMounted()
  const [chosen, setChosen] = useState<File>()
  const [uploaded] = useState(() => new Map<File, Fish>())
  const [conflict, setConflict] = useState<Conflict<Fish>>()
  // choosing the saved picture in a conflict empties the file name
  const fileOf = ({ image }: { image: string }) => (image ? chosen : undefined)
  const form: FormHandle<ProductValues> = useForm<ProductValues>({
    name: `fish-${fish?._id ?? 'new'}`,
    initial: { ...productValues(fish, locale), start: fish },
    hidden: ['start'],
    fromSaved: fromSavedProduct,
    // a file cannot be saved on the device with the texts
    secret: ['image'],
    check: (values) => checkProduct(values, { file: fileOf(values), locale }),
    submit: async (values) => {
      const saving = { api, values, file: fileOf(values), uploaded, locale }
      // a draft from an earlier visit started from an older version of the product
      const start = conflict?.saved ?? values.start ?? fish
      const sent = start ? await saveProduct({ ...saving, start }) : await createProduct(saving)
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      toast({ title: t`The product was saved.`, kind: 'success' })
      await onSaved()
      if (isOpen()) onClose()
      return 'done'
    },
  })
  const name = fish && nameIn(fish, locale)
  return (
    // a new product exists only in this form, so its draft stays
    <FormDialog form={fish && form} onClose={onClose} title={name === undefined ? t`New product` : t`Edit ${name}`}>
      <Form form={form}>
        <RequiredFields form={form} />
        <PictureField form={form} fish={conflict?.saved ?? fish} file={fileOf(form.values)} onFile={setChosen} />
        <OptionalFields form={form} />
        <FormFailure form={form} />
        {conflict && <ProductConflict key={conflict.saved.updated_at} form={form} {...conflict} />}
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Form>
    </FormDialog>
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
      // the paths are fields of the product
      label={(path) => productLabel(path as ProductField, { locale, translate: i18n._.bind(i18n) })}
      show={show}
    />
  )
}
