import { Box, Flex, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { Shipment } from '../../../contract/shipment/milestones.ts'
import { shipmentSteps } from '../../../contract/shipment/milestones.ts'
import { doneBefore, nextStep } from '../../../contract/shipment/shipment-state.ts'
import { Day } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { stepNames } from './step-title.tsx'

/** The steps in their order: those that are done with their dates, and the next one. */
export function Steps({ shipment }: { shipment: Shipment }) {
  const { i18n } = useLingui()
  const next = nextStep(shipment)
  return (
    <Box
      as="ol"
      listStyleType="none"
      display="grid"
      gap="2"
      gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 13rem), 1fr))"
    >
      {shipmentSteps.map((step) => {
        const done = shipment.done.find((each) => each.step === step)
        const later = done && doneBefore(shipment.done, done)
        const name = i18n._(stepNames[step])
        return (
          <Flex
            as="li"
            key={step}
            gap="2"
            alignItems="flex-start"
            color={done || step === next ? 'fg' : 'fg.muted'}
            {...(step === next && { 'aria-current': 'step' as const })}
          >
            <Box as="span" color={done ? 'fg.success' : 'fg.muted'} lineHeight="1" paddingBlockStart="0.15em">
              <Icon name={done ? 'check' : 'clock'} />
            </Box>
            <Box as="span" minWidth="0" overflowWrap="anywhere">
              <Text as="span" fontWeight={done || step === next ? 'semibold' : 'normal'}>
                {name}
              </Text>
              {done && (
                <Text as="span" display="block" fontSize="sm">
                  <Day day={done.on} />
                </Text>
              )}
              {step === next && (
                <Text as="span" display="block" fontSize="sm" color="fg.muted">
                  <Trans comment="below the step of a shipment that comes next">comes next</Trans>
                </Text>
              )}
              {!done && step !== next && (
                <Box as="span" srOnly>
                  <Trans comment="said to screen readers: a step of a shipment that was not reported">
                    not reported
                  </Trans>
                </Box>
              )}
              {later && (
                <Text as="span" display="block" fontSize="sm" color="fg.warning">
                  <OutOfOrder earlier={i18n._(stepNames[later])} step={name} />
                </Text>
              )}
            </Box>
          </Flex>
        )
      })}
    </Box>
  )
}

/** Names a step that was done before one that usually comes first. */
export function OutOfOrder({ earlier, step }: { earlier: string; step: string }) {
  return (
    <Trans comment="two steps of a shipment that were done in an unusual order: Loaded before Booked">
      {earlier} before {step}
    </Trans>
  )
}
