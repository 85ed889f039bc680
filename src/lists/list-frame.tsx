import { Box, Grid } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import type { ConnectionError, Refusal } from '../api/api-errors.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { Time } from '../ui/date-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice, RetryOrLogin } from '../ui/feedback/notice.tsx'
import { asError } from '../ui/loading/refused-error.ts'
import { Spinner } from '../ui/loading/spinner.tsx'
import { Pager } from '../ui/rows/pager.tsx'
import type { AdminList } from './use-admin-list.ts'

interface ListFrameProps<R> {
  list: Pick<AdminList<R>, 'rows' | 'place' | 'page' | 'pages' | 'failure' | 'at' | 'busy' | 'reload'>
  /** for a list of several pages */
  onPage?: (page: number) => void
  empty: ReactNode
  /** says what can be changed offline; nothing by default */
  changeable?: ReactNode
  children: (rows: R[]) => ReactNode
}

/** The frame of an admin list: why it could not be fetched, how old the saved copy is, the empty state, the pager. */
export function ListFrame<R>({ list, onPage, empty, changeable, children }: ListFrameProps<R>) {
  const { rows, failure, at, page, pages } = list
  return (
    <Grid gap="4" minWidth="0" aria-busy={list.busy}>
      {failure && <ListFailure failure={failure} at={at} changeable={changeable} onRetry={() => void list.reload()} />}
      {rows === undefined && !failure && <Spinner onRetry={() => void list.reload()} />}
      {/* always mounted, so that screen readers announce a search without results */}
      <Box role="status" _empty={{ srOnly: true }}>
        {rows?.length === 0 && <EmptyState>{empty}</EmptyState>}
      </Box>
      {/* the key replaces all rows at once when the page or search changes */}
      {rows !== undefined && rows.length > 0 && <Fragment key={list.place}>{children(rows)}</Fragment>}
      {rows !== undefined && onPage && <Pager page={page} pages={pages} onPage={onPage} />}
    </Grid>
  )
}

interface ListFailureProps {
  failure: Refusal | ConnectionError
  /** when the saved copy was fetched, ms since 1970; undefined without a copy or where that is unknown */
  at: number | undefined
  changeable: ReactNode
  onRetry: () => void
}

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
