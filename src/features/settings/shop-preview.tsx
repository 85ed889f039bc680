import { Box, Flex, Image, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { pictureUrl } from '../../../contract/picture.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { ShopValues, TextName } from './shop-form.ts'

/** A live preview of header, home page and footer in the reader's language. */
export function ShopPreview({ values }: { values: ShopValues }) {
  const { api } = useDeps()
  const locale = useLocale()
  const textOf = (name: TextName) => values[name][locale].trim() || values[name].en
  const logoUrl = pictureUrl(values.logo, 320, 'webp')
  const footer = [values.street, textOf('city'), values.phone, values.email].filter((line) => line.trim())
  return (
    <Box as="section" aria-labelledby="shop-preview" position={{ xl: 'sticky' }} top="6" overflowWrap="anywhere">
      <Text as="h2" id="shop-preview" mb="3">
        <Trans>Preview</Trans>
      </Text>
      <Box borderRadius="l3" overflow="hidden" boxShadow="md" bg="sea.deep" color="white">
        <Flex align="center" gap="2" padding="3" fontFamily="heading" fontSize="xl" fontWeight="semibold">
          <Image src={logoUrl ? api.picture(logoUrl) : './icon.svg'} alt="" boxSize="9" />
          {values.shortName}
        </Flex>
        <Box padding="clamp(1.5rem, 4vw, 2.5rem)" bgImage="linear-gradient(120deg, {colors.sea.deep}, #17506f)">
          <Text fontFamily="heading" fontSize="2xl" lineHeight="1.2">
            {textOf('tagline') || values.name}
          </Text>
          <Text mt="3">{textOf('lead')}</Text>
        </Box>
        <Box padding="4" fontSize="sm" lineHeight="1.7">
          <Text fontFamily="heading" fontSize="md">
            {values.name}
          </Text>
          {[...footer.entries()].map(([at, line]) => (
            <p key={at}>{line}</p>
          ))}
          <p>
            © {values.copyrightYear} {values.name}
          </p>
        </Box>
      </Box>
    </Box>
  )
}
