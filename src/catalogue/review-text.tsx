import { Box, Flex, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Time } from '../ui/date-text.tsx'
import { Stars } from '../ui/stars.tsx'

interface ReviewTextProps {
  name: string
  rating: number
  comment: string
  /** ISO 8601; absent before the server has it */
  createdAt?: string
  /** badges beside the name */
  children?: ReactNode
}

/** The author, rating, date and text of a review. */
export function ReviewText({ name, rating, comment, createdAt, children }: ReviewTextProps) {
  const { t } = useLingui()
  return (
    <>
      <Flex wrap="wrap" align="center" rowGap="1" columnGap="3">
        <strong>{name || t`Former customer`}</strong>
        {children}
        <Stars rating={rating} />
        {createdAt && (
          <Text as="span" color="fg.muted">
            <Time at={createdAt} />
          </Text>
        )}
      </Flex>
      {comment && (
        <Box as="p" mt="1.5" whiteSpace="pre-line" unicodeBidi="plaintext" overflowWrap="anywhere">
          {comment}
        </Box>
      )}
    </>
  )
}
