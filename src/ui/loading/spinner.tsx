import { Button, Spinner as Chakra, Grid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { ButtonRow } from '../buttons.tsx'
import { useWaiting, type WaitingStage } from './use-waiting.ts'

interface SpinnerProps {
  /** shows a Retry button after 10 s */
  onRetry?: () => void
}

/** For the first load of data that is not on the device: nothing for 300 ms, then a wheel, after 10 s the buttons. */
export function Spinner(props: SpinnerProps) {
  return <Wheel stage={useWaiting()} {...props} />
}

export interface WheelProps extends SpinnerProps {
  stage: WaitingStage
  /** shows a Cancel button after 10 s */
  onCancel?: () => void
}

export function Wheel({ stage, onRetry, onCancel }: WheelProps) {
  if (stage === 'quiet') return <Grid minHeight="50vh" />
  return (
    <Grid minHeight="50vh" placeContent="center" justifyItems="center" gap="4" role="status">
      <Chakra aria-hidden="true" />
      <Text color="fg.muted">
        {stage === 'long' ? <Trans>This takes longer than usual. Still trying…</Trans> : <Trans>Loading…</Trans>}
      </Text>
      {stage === 'long' && (
        <ButtonRow>
          {onRetry && (
            <Button onClick={onRetry}>
              <Trans>Retry</Trans>
            </Button>
          )}
          {onCancel && (
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </ButtonRow>
      )}
    </Grid>
  )
}
