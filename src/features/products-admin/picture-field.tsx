import { AspectRatio, Flex, Grid, Image, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { Fish } from '../../../contract/fishes.ts'
import { Picture } from '../../parts/picture.tsx'
import { useAddress } from '../../ui/device/blob-address.ts'
import { controlProps, FieldFrame } from '../../ui/forms/field.tsx'
import { FileButton, pictureTypes } from '../../ui/forms/file-button.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import type { ProductValues } from './product-form.ts'

interface PictureFieldProps {
  form: FormHandle<ProductValues>
  fish: Fish | undefined
  file: File | undefined
  onFile: (file: File | undefined) => void
}

/** The current or newly chosen picture of a product, and the button to choose another. */
export function PictureField({ form, fish, file, onFile }: PictureFieldProps) {
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
