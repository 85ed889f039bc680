import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderEvent, Side } from '../../../contract/order-events.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { type Done, type MilestoneStep, type Shipment, shipmentSteps } from '../../../contract/shipment/milestones.ts'
import { doneBefore, nextStep } from '../../../contract/shipment/shipment-state.ts'
import { formatNumber, formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Day } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StepTitle, stepNames } from '../event-title.tsx'
import { itemName } from '../shown-order.ts'
import { type Decision, DecisionButton } from '../use-decision.tsx'

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
                  <Trans comment="for screen readers: a step of a shipment that was not reported">not reported</Trans>
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

export function OutOfOrder({ earlier, step }: { earlier: string; step: string }) {
  return (
    <Trans comment="two steps of a shipment that were done in an unusual order: Loaded before Booked">
      {earlier} before {step}
    </Trans>
  )
}

interface MilestoneDetailsProps {
  event: Pick<OrderEvent, 'booked' | 'packed' | 'loaded' | 'sailed' | 'documents'>
  items: readonly OrderItem[]
}

/** What a milestone has besides its step and date: ship, container, what is packed or loaded by lots, how the papers travel. */
export function MilestoneDetails({ event, items }: MilestoneDetailsProps) {
  const { booked, packed, loaded, sailed, documents } = event
  const { t } = useLingui()
  const locale = useLocale()
  const lines: ReactNode[] = []
  if (booked) {
    lines.push([booked.vessel, booked.voyage, booked.container].filter(Boolean).join(' · '))
    lines.push(
      <>
        {booked.from} <Day day={booked.etd} /> → {booked.to} <Day day={booked.eta} />
      </>,
    )
  }
  if (loaded) {
    const { container, seal, temperature } = loaded
    const degrees = temperature === undefined ? '' : `${formatNumber(temperature, locale)} °C`
    lines.push([container, seal, degrees].filter(Boolean).join(' · '))
  }
  for (const { fishe, qty, lots = [] } of [...(packed?.lines ?? []), ...(loaded?.lines ?? [])]) {
    const name = itemName(items, fishe, locale)
    const tonnes = formatTonnes(qty, locale)
    lines.push(t`${name}: ${tonnes}`)
    for (const { code, cartons, net, gross } of lots) {
      const count = t({ message: plural(cartons, { one: '# carton', other: '# cartons' }) })
      const [netText, grossText] = [net, gross].map((kg) => formatNumber(kg, locale))
      lines.push(
        <Text as="span" display="block" paddingInlineStart="4" overflowWrap="anywhere">
          <Trans comment="of a lot: its code, cartons and weights">
            <bdi>{code}</bdi>: {count}, {netText} kg net, {grossText} kg gross
          </Trans>
        </Text>,
      )
    }
  }
  if (sailed?.eta)
    lines.push(
      <Trans comment="of a ship">
        expected to arrive on <Day day={sailed.eta} />
      </Trans>,
    )
  if (documents) lines.push([documents.courier, documents.tracking].filter(Boolean).join(' · '))
  const shown = lines.filter(Boolean)
  if (shown.length === 0) return null
  return (
    <Stack gap="0" fontSize="sm">
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an event never change
        <Text key={at}>{line}</Text>
      ))}
    </Stack>
  )
}

interface CorrectButtonProps {
  order: Pick<Order, 'version'>
  milestone: Omit<Done, 'step'> & { step: MilestoneStep }
  side: Side
  decision: Decision
}

export function CorrectButton({ order: { version: after }, milestone, side, decision }: CorrectButtonProps) {
  const { t, i18n } = useLingui()
  const { _id: of, on } = milestone
  const step = i18n._(stepNames[milestone.step])
  return (
    <DecisionButton
      size="sm"
      variant="ghost"
      aria-label={t`Correct: ${step}`}
      decision={decision}
      question={{
        title: t`Correct this step?`,
        action: t({ message: 'Correct', comment: 'button: a reported step of a shipment was wrong' }),
        reason: {
          name: `correct-${of}`,
          label: t({ message: 'Reason', context: 'correction', comment: 'why a reported step was wrong' }),
        },
        bodyOf: (note) => ({ kind: 'correct', of, note, ...(side === 'shop' && { after }) }),
        words: { sent: <Trans>Corrected. Both sides can see it.</Trans> },
        children: (
          <>
            <p>
              <strong>
                <StepTitle step={milestone.step} on={on} />
              </strong>
            </p>
            <p>{t`It no longer counts. Both sides still see it, struck through, with your reason.`}</p>
          </>
        ),
      }}
    />
  )
}
