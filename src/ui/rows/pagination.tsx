import { Pagination as Chakra, Flex, IconButton } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { Icon } from '../icon.tsx'

interface PaginationProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** The pager; it appears only when there is more than one page (specification section 5). */
export const Pagination = memo(function Pagination({ page, pages, onPage }: PaginationProps) {
  const { t } = useLingui()
  if (pages <= 1) return null
  return (
    <Chakra.Root
      count={pages}
      pageSize={1}
      page={page}
      siblingCount={1}
      onPageChange={(change) => onPage(change.page)}
      translations={{
        rootLabel: t`Pagination`,
        prevTriggerLabel: t`Previous page`,
        nextTriggerLabel: t`Next page`,
        itemLabel: ({ page: at }) => t`Page ${at}`,
      }}
    >
      <Flex wrap="wrap" justify="center" gap="1.5" mt="8">
        <Chakra.PrevTrigger asChild>
          <IconButton>
            <Icon name="left" />
          </IconButton>
        </Chakra.PrevTrigger>
        <Chakra.Items
          render={({ value }) => <IconButton px="3">{value}</IconButton>}
          ellipsis={
            <Flex as="span" align="center" justify="center" minWidth="6" color="fg.muted" aria-hidden="true">
              …
            </Flex>
          }
        />
        <Chakra.NextTrigger asChild>
          <IconButton>
            <Icon name="right" />
          </IconButton>
        </Chakra.NextTrigger>
      </Flex>
    </Chakra.Root>
  )
})
