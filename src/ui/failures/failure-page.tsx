import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { ButtonRow, LinkButton } from '../buttons.tsx'
import { Page } from '../page.tsx'

export interface Failure {
  title: string
  /** HTTP status; undefined without an answer */
  status: number | undefined
  message: string
  onRetry: () => void
}

/** Shown in place of a screen that failed. */
export function FailurePage({ title, status, message, onRetry }: Failure) {
  return (
    <Page title={title}>
      <div role="alert">
        {status !== undefined && (
          <p>
            <strong>
              <Trans>Status {status}</Trans>
            </strong>
          </p>
        )}
        <p>{message}</p>
      </div>
      <ButtonRow>
        <Button variant="solid" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
        <LinkButton to="/">
          <Trans>Back to Home</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
