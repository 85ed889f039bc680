import { Badge, Flex, Text, Timeline } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import type { OrderEvent } from '../../../contract/order-events.ts'
import { formatAge } from '../../i18n/ages.ts'
import { formatMoney } from '../../i18n/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Day, Time } from '../dates.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { appearing } from '../motion.tsx'
import { offersOf } from './thread-offers.ts'

/** An event of a thread, sent or still pending on this device. */
export type ThreadEntry = Pick<OrderEvent, 'kind' | 'by' | 'offer' | 'note' | 'text'> & {
  id: string
  /** ISO 8601 from the server, ms since 1970 from this device */
  at: string | number
  /** absent once the server has it */
  pending?: 'not-sent' | 'attention'
}

interface ThreadTimelineProps {
  /** who asked, and when; `pending` while the request itself is not sent */
  request: Pick<ThreadEntry, 'at' | 'pending'> & { name: string }
  events: readonly OrderEvent[]
  /** pending on this device, oldest first */
  waiting?: readonly ThreadEntry[]
  /** ms since 1970 */
  now: number
}

const icons: Record<OrderEvent['kind'], IconName> = {
  offer: 'list',
  withdraw: 'close',
  close: 'close',
  accept: 'check',
  decline: 'close',
  cancel: 'close',
  message: 'chat',
}

/** The thread of a request, oldest event first; pending ones come last, with a badge. */
export function ThreadTimeline({ request, events, waiting = [], now }: ThreadTimelineProps) {
  const { t } = useLingui()
  const numbers = new Map(offersOf(events).map(({ id, number }) => [id, number]))
  const entries: ThreadEntry[] = [...events.map(({ _id, ...event }) => ({ id: _id, ...event })), ...waiting]
  return (
    <Timeline.Root as="ol" size="xl" aria-label={t`Thread`}>
      <Item icon="list" side="buyer" name={request.name} at={request.at} now={now} pending={request.pending}>
        <Trans>Asked for a quote</Trans>
      </Item>
      {entries.map((entry) => (
        <Item
          key={entry.id}
          icon={icons[entry.kind]}
          side={entry.by.side}
          name={entry.by.name}
          at={entry.at}
          now={now}
          pending={entry.pending}
          text={entry.text ?? entry.note}
        >
          <What entry={entry} numbers={numbers} />
        </Item>
      ))}
    </Timeline.Root>
  )
}

function What({ entry, numbers }: { entry: ThreadEntry; numbers: ReadonlyMap<string, number> }) {
  const locale = useLocale()
  const { kind, offer } = entry
  const number = numbers.get(typeof offer === 'string' ? offer : entry.id) ?? numbers.size + 1
  switch (kind) {
    case 'offer': {
      if (typeof offer !== 'object') return null
      const total = formatMoney(offer.total, offer.currency, locale)
      return (
        <Trans>
          Offer {number}: {total}, valid until <Day day={offer.validUntil} />
        </Trans>
      )
    }
    case 'withdraw':
      return <Trans>Offer {number} withdrawn</Trans>
    case 'accept':
      return <Trans>Offer {number} accepted</Trans>
    case 'decline':
      return <Trans>Offer {number} declined</Trans>
    case 'close':
      return <Trans comment="the shop will not make an offer for this request">Request turned down</Trans>
    case 'cancel':
      return <Trans>Request cancelled</Trans>
    case 'message':
      return <Trans>Message</Trans>
  }
}

interface ItemProps {
  icon: IconName
  side: 'buyer' | 'shop'
  name: string
  at: string | number
  now: number
  pending?: ThreadEntry['pending']
  /** the message or note */
  text?: string | undefined
  children: ReactNode
}

function Item({ icon, side, name, at, now, pending, text, children }: ItemProps) {
  const locale = useLocale()
  const time = new Date(at)
  return (
    <Timeline.Item asChild colorPalette={pending ? 'orange' : side === 'shop' ? 'brand' : 'blue'}>
      <m.li {...appearing()}>
        <Timeline.Connector aria-hidden="true">
          <Timeline.Separator />
          <Timeline.Indicator>
            <Icon name={icon} />
          </Timeline.Indicator>
        </Timeline.Connector>
        <Timeline.Content minWidth="0" overflowWrap="anywhere">
          <Timeline.Title>
            <strong>{children}</strong>
            {pending === 'not-sent' && (
              <Badge colorPalette="orange">
                <Trans comment="badge of a message or answer that waits on this device">not sent yet</Trans>
              </Badge>
            )}
            {pending === 'attention' && (
              <Badge colorPalette="red">
                <Trans>Needs your attention</Trans>
              </Badge>
            )}
          </Timeline.Title>
          {text && <Text whiteSpace="pre-line">{text}</Text>}
          <Timeline.Description>
            <Flex as="span" wrap="wrap" gap="0 0.5rem">
              <span>{name}</span>
              {!Number.isNaN(time.getTime()) && (
                <>
                  <Time at={at} />
                  <span>{formatAge(at, { now, locale })}</span>
                </>
              )}
            </Flex>
          </Timeline.Description>
        </Timeline.Content>
      </m.li>
    </Timeline.Item>
  )
}
