import { Grid } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { RetryOrLogin } from '../feedback/login-notice.tsx'
import { Notice } from '../feedback/notice.tsx'
import { useErrorText } from './refused-error.ts'

interface LoadFailureProps {
  error: unknown
  onRetry: () => void
}

/** A failed load within a screen, with a Retry button. If the session has expired, with a link to the login instead. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const { message } = useErrorText()(error)
  return (
    <Grid
      justifyItems="center"
      gap="5"
      paddingBlock="clamp(2rem, 6vw, 4rem)"
      paddingInline="4"
      border="1px dashed {colors.border.emphasized}"
      borderRadius="l3"
    >
      <Notice kind="error">
        <p>
          <strong>
            <Trans>This could not be loaded.</Trans>
          </strong>
        </p>
        <p>{message}</p>
      </Notice>
      <RetryOrLogin error={error} onRetry={onRetry} />
    </Grid>
  )
}
