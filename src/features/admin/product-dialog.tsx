import { Fieldset, SimpleGrid } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import { nameIn } from '../../../contract/locales.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useDeps } from '../../ui/deps.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toaster.tsx'
import { PictureField } from './picture-field.tsx'
import { checkProduct, type ProductField, productValues } from './product-form.ts'
import { saveProduct } from './save-product.ts'

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
  const [file, setFile] = useState<File>()
  const [uploaded] = useState(() => new Map<File, string>())
  const form = useForm<ProductField>({
    name: `fish-${fish?._id ?? 'new'}`,
    initial: productValues(fish, locale),
    // a file cannot be saved with the texts
    secret: ['image'],
    check: (values) => checkProduct(values, { file, locale }),
    submit: async (values) => {
      const refusal = await saveProduct({ api, fish, values, file, uploaded })
      if (refusal) return refusal
      toast({ title: t`The product was saved.`, kind: 'success' })
      await onSaved()
      onClose()
      return 'done'
    },
  })
  const close = () => {
    // a new product exists only in this form, so its values stay
    if (fish) form.giveUp()
    onClose()
  }
  const name = fish && nameIn(fish, locale)
  return (
    <FormDialog open onClose={close} title={name === undefined ? t`New product` : t`Edit ${name}`}>
      <Form form={form}>
        <TextField form={form} name="trade_name" label={t`Trade name`} maxLength={limits.nameLength} required />
        <SimpleGrid columns={{ base: 1, md: 2 }} rowGap="1.125rem" columnGap="4" alignItems="start">
          <TextField
            form={form}
            name="trade_name_fr"
            label={t`Trade name (French)`}
            maxLength={limits.nameLength}
            required
          />
          <TextField
            form={form}
            name="trade_name_es"
            label={t`Trade name (Spanish)`}
            maxLength={limits.nameLength}
            required
          />
          <TextField form={form} name="category" label={t`Famille`} maxLength={limits.nameLength} required />
          <TextField form={form} name="classe" label={t`Classe`} maxLength={limits.nameLength} required />
          <SelectField
            form={form}
            name="type"
            label={t`Type`}
            options={[
              { value: 'fish', label: t`Fish` },
              { value: 'seafood', label: t`Seafood` },
            ]}
          />
          <TextField form={form} name="countInStock" label={t`Stock`} inputMode="decimal" maxLength={12} required />
        </SimpleGrid>
        <PictureField form={form} fish={fish} file={file} onFile={setFile} />
        <OptionalFields form={form} />
        <FormFailure form={form} />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Form>
    </FormDialog>
  )
}

/** Facts of trade and law beyond the specification; none is required. */
function OptionalFields({ form }: { form: FormHandle<ProductField> }) {
  const { t } = useLingui()
  return (
    <Fieldset.Root display="grid" gap="1.125rem" minWidth="0" margin="0" padding="0">
      <Fieldset.Legend pt="2" pb="3" fontFamily="heading" fontSize="lg" fontWeight="semibold" lineHeight="1.3">
        <Trans>Optional</Trans>
      </Fieldset.Legend>
      <SimpleGrid columns={{ base: 1, md: 2 }} rowGap="1.125rem" columnGap="4" alignItems="start">
        <TextField form={form} name="code" label={t`Article number`} maxLength={limits.codeLength} />
        <TextField form={form} name="scientific_name" label={t`Scientific name`} maxLength={limits.textLength} />
        <TextField form={form} name="fao_code" label={t`FAO code`} autoCapitalize="characters" maxLength={3} />
        <TextField
          form={form}
          name="size"
          label={t({ message: 'Size', comment: 'size grade of a fish' })}
          maxLength={limits.textLength}
        />
        <TextField
          form={form}
          name="weight"
          label={t({ message: 'Weight', comment: 'weight of a piece or a carton' })}
          maxLength={limits.textLength}
        />
        <TextField
          form={form}
          name="presentation"
          label={t({ message: 'Presentation', comment: 'of a fish: whole, gutted, fillet' })}
          maxLength={limits.textLength}
        />
        <TextField
          form={form}
          name="treatment"
          label={t({ message: 'Treatment', comment: 'of a fish: fresh, frozen, IQF, block' })}
          maxLength={limits.textLength}
        />
        <TextField form={form} name="glazing" label={t`Glazing (%)`} inputMode="decimal" maxLength={6} />
        <TextField
          form={form}
          name="origin"
          label={t({ message: 'Origin', comment: 'where the fish was caught: an area of the FAO' })}
          maxLength={limits.textLength}
        />
        <TextField form={form} name="packing" label={t`Packing`} maxLength={limits.textLength} />
        <TextField form={form} name="certificates" label={t`Certificates`} maxLength={limits.textLength} />
      </SimpleGrid>
    </Fieldset.Root>
  )
}
