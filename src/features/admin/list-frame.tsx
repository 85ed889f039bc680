import { Box, EmptyState, Grid } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import type { ConnectionError, Refusal } from '../../api/errors.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { Time } from '../../ui/dates.tsx'
import { RetryOrLogin } from '../../ui/login-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { asError } from '../../ui/refused-error.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { AdminList } from './use-admin-list.ts'

interface ListFrameProps<R> {
  list: AdminList<R>
  onPage: (page: number) => void
  empty: ReactNode
  /** what can be changed without the server; nothing by default */
  changeable?: ReactNode
  children: (rows: R[]) => ReactNode
}

/** What every admin list shows around its rows: how old a saved copy is, why nothing came, the pager. */
export function ListFrame<R>({ list, onPage, empty, changeable, children }: ListFrameProps<R>) {
  const { rows, failure, at, page, pages } = list
  return (
    <Grid gap="4" minWidth="0" aria-busy={list.busy}>
      {failure && <ListFailure failure={failure} at={at} changeable={changeable} onRetry={() => void list.reload()} />}
      {rows === undefined && !failure && <Spinner onRetry={() => void list.reload()} />}
      {/* there from the start, so that a screen reader says it when a search finds nothing */}
      <Box role="status" _empty={{ srOnly: true }}>
        {rows?.length === 0 && (
          <EmptyState.Root>
            <EmptyState.Content>
              <EmptyState.Description>{empty}</EmptyState.Description>
            </EmptyState.Content>
          </EmptyState.Root>
        )}
      </Box>
      {/* the rows of another page or search take the place of these at once */}
      {rows !== undefined && rows.length > 0 && <Fragment key={list.place}>{children(rows)}</Fragment>}
      {rows !== undefined && <Pagination page={page} pages={pages} onPage={onPage} />}
    </Grid>
  )
}

interface ListFailureProps {
  failure: Refusal | ConnectionError
  /** when the copy below was fetched, if there is one and that is certain; ms since 1970 */
  at: number | undefined
  changeable: ReactNode
  onRetry: () => void
}

/** Why a list could not be fetched, how old the copy below is, and what to do. */
function ListFailure({ failure, at, changeable, onRetry }: ListFailureProps) {
  const refusalText = useRefusalText()
  return (
    <Notice kind={at ? 'warning' : 'error'}>
      <p>{refusalText(failure)}</p>
      {at && (
        <p>
          {changeable ? (
            <Trans>
              Below is the copy of <Time at={at} /> that is saved on this device.
            </Trans>
          ) : (
            <Trans>
              Below is the copy of <Time at={at} /> that is saved on this device. Changes need the server.
            </Trans>
          )}{' '}
          {changeable}
        </p>
      )}
      <RetryOrLogin error={asError(failure)} onRetry={onRetry} />
    </Notice>
  )
}
