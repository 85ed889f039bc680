import { AspectRatio, Button, FileUpload, Flex, Grid, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { Fish } from '../../../contract/fishes.ts'
import { controlProps, FieldFrame } from '../../ui/forms/field.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { Picture } from '../../ui/picture.tsx'
import type { ProductField } from './product-form.ts'

interface PictureFieldProps {
  form: FormHandle<ProductField>
  fish: Fish | undefined
  file: File | undefined
  onFile: (file: File | undefined) => void
}

/** The current or newly chosen picture of a product, and the button to choose another. */
export function PictureField({ form, fish, file, onFile }: PictureFieldProps) {
  const { t } = useLingui()
  const hint = t`JPEG, PNG, WebP or AVIF, at most 12 MB`
  const { value: _name, ...described } = controlProps({ form, name: 'image', label: '', hint })
  const choose = (chosen: File) => {
    onFile(chosen)
    form.set('image', chosen.name)
  }
  return (
    <FieldFrame form={form} name="image" label={t`Image`} hint={hint}>
      <FileUpload.Root
        accept={['image/jpeg', 'image/png', 'image/webp', 'image/avif']}
        maxFiles={1}
        onFileAccept={({ files: [accepted] }) => accepted && choose(accepted)}
        // other files are accepted too, so that the message at the field can explain the error
        onFileReject={({ files: [rejected] }) => rejected && choose(rejected.file)}
      >
        <FileUpload.HiddenInput {...described} aria-hidden={false} />
        <Grid templateColumns="7rem 1fr" alignItems="center" gap="4">
          <AspectRatio ratio={4 / 3} borderRadius="l2" bg="bg.subtle" overflow="hidden">
            <FileUpload.Context>
              {({ acceptedFiles: [accepted] }) =>
                accepted === undefined || accepted !== file ? (
                  <Picture
                    image={fish?.image ?? ''}
                    placeholder={fish?.placeholder}
                    type={form.values.type}
                    alt={fish?.image ? t`As it is now` : t`No picture yet`}
                    sizes="160px"
                  />
                ) : (
                  <FileUpload.ItemGroup>
                    <FileUpload.Item file={accepted} boxSize="full" padding="0" borderWidth="0">
                      <FileUpload.ItemPreviewImage alt={t`Preview`} boxSize="full" objectFit="cover" />
                    </FileUpload.Item>
                  </FileUpload.ItemGroup>
                )
              }
            </FileUpload.Context>
          </AspectRatio>
          <Flex wrap="wrap" align="center" gap="3" minWidth="0">
            <FileUpload.Trigger asChild>
              <Button>{t`Choose a picture`}</Button>
            </FileUpload.Trigger>
            <Text as="span" color="fg.muted" overflowWrap="anywhere">
              {form.values.image}
            </Text>
          </Flex>
        </Grid>
      </FileUpload.Root>
    </FieldFrame>
  )
}
