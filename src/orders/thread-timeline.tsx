import { Badge, Box, Flex } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import type { OrderEvent, Side } from '../../contract/order-events.ts'
import { offerIn } from '../../contract/order-state.ts'
import { type Order, offeredItems } from '../../contract/orders.ts'
import { correctedIds } from '../../contract/shipment/shipment-state.ts'
import { useShop } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { formatAge, Time } from '../ui/date-text.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { appearing } from '../ui/motion/motion.tsx'
import { EntryBadge } from '../ui/outbox-notice.tsx'
import { EventTitle } from './event-title.tsx'
import { EventFiles } from './files/files-part.tsx'
import { Words } from './offer-sheet.tsx'
import { Mark } from './order-state-badge.tsx'
import type { ThreadEntry } from './shown-order.ts'

const MilestoneDetails = lazyPart(() =>
  import('./shipment/shipment-part.tsx').then(({ shipmentParts }) => shipmentParts.MilestoneDetails),
)
const ClaimDetails = lazyPart(() => import('./goods/goods-part.tsx').then(({ goodsParts }) => goodsParts.ClaimDetails))

export interface ThreadTimelineProps {
  orderId: string
  /** who asked, and when; `pending` while the request itself is not sent */
  request: Pick<ThreadEntry, 'at' | 'pending'> & { name: string; writtenBy?: string | undefined }
  thread: Pick<Order, 'events' | 'currentOffer' | 'orderItems'> & Partial<Pick<Order, 'parties'>>
  /** the reader's, which stands on the right */
  side: Side
  waiting?: readonly ThreadEntry[]
  actionsOf?: (id: string) => ReactNode
  correctionOf?: (event: ThreadEntry) => ReactNode
  arrivals?: readonly OrderEvent[]
  now: number
}

const icons: Record<OrderEvent['kind'], IconName> = {
  ...{ offer: 'list', counter: 'list', document: 'list' },
  ...{ accept: 'check', agree: 'check', settle: 'check' },
  ...{ withdraw: 'close', close: 'close', decline: 'close', retract: 'close', cancel: 'close', correct: 'close' },
  message: 'chat',
  milestone: 'pin',
  claim: 'warning',
}

/** The thread of a request as far as it is at hand, oldest event first; pending ones come last, with a badge. */
export function ThreadTimeline({
  orderId,
  request,
  thread,
  side,
  waiting = [],
  actionsOf,
  correctionOf,
  arrivals = [],
  now,
}: ThreadTimelineProps) {
  const { t } = useLingui()
  const shop = useShop()
  const corrected = correctedIds(thread.events)
  const items = offeredItems(thread.orderItems, {
    lines: thread.events.flatMap((event) => offerIn(event)?.offer.lines ?? []),
  })
  const entries: ThreadEntry[] = [...thread.events, ...waiting]
  const actionsFor = (entry: ThreadEntry) => {
    if (entry.pending) return actionsOf?.(entry._id)
    return entry.kind === 'milestone' && !corrected.has(entry._id) && correctionOf?.(entry)
  }

  const company = { buyer: thread.parties?.company, shop: shop.name }
  const of = (by: Side) => ({ isOwn: by === side, company: company[by] })
  return (
    <Flex as="ol" direction="column" gap="3" aria-label={t`Thread`}>
      <Item icon="list" {...of('buyer')} entry={{ ...request, by: { side: 'buyer', name: request.name } }} now={now}>
        <Trans>Asked for a quote</Trans>
        {request.writtenBy && (
          <>
            {' · '}
            <Trans comment="who of the shop wrote a request down for its buyer">
              written down by <bdi>{request.writtenBy}</bdi>
            </Trans>
          </>
        )}
      </Item>
      {entries.map((entry) => (
        <Item
          key={entry._id}
          icon={icons[entry.kind]}
          {...of(entry.by.side)}
          entry={entry}
          now={now}
          isNew={arrivals.some(({ _id }) => _id === entry._id)}
          files={entry.files && <EventFiles orderId={orderId} side={entry.by.side} files={entry.files} />}
          isStruck={corrected.has(entry._id)}
          details={
            entry.kind === 'milestone' ? (
              <MilestoneDetails event={entry} items={items} />
            ) : (
              (entry.kind === 'claim' || entry.kind === 'settle') && <ClaimDetails event={entry} items={items} />
            )
          }
          actions={actionsFor(entry)}
        >
          <EventTitle event={entry} thread={thread} />
        </Item>
      ))}
    </Flex>
  )
}

interface ItemProps {
  icon: IconName
  entry: Pick<ThreadEntry, 'by' | 'at' | 'pending' | 'text' | 'note' | 'refused'>
  now: number
  isOwn: boolean
  company: string | undefined
  isNew?: boolean
  isStruck?: boolean
  details?: ReactNode
  files?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

function Item({ icon, entry, now, isOwn, company, isNew, isStruck, details, files, actions, children }: ItemProps) {
  const { by, at, pending, text = entry.note ?? entry.refused } = entry
  const locale = useLocale()
  const time = new Date(at)
  const corner = isOwn ? { borderEndEndRadius: 'l1' } : { borderEndStartRadius: 'l1' }
  return (
    <Flex
      asChild
      direction="column"
      gap="1"
      alignSelf={isOwn ? 'flex-end' : 'flex-start'}
      minWidth="0"
      maxWidth={{ base: '94%', md: '38rem' }}
      paddingBlock="3"
      paddingInline="4"
      border="1px solid"
      borderColor={pending ? 'fg.warning' : 'transparent'}
      borderRadius="l3"
      {...corner}
      bg={isOwn ? 'bg.info' : 'bg.subtle'}
      overflowWrap="anywhere"
    >
      <m.li {...appearing()}>
        <Flex wrap="wrap" align="center" gap="1.5">
          <Flex as="strong" gap="2" minWidth="0" css={{ '& > svg': { flexShrink: '0', marginTop: '0.2em' } }}>
            <Icon name={icon} />
            <Box as={isStruck ? 's' : 'span'}>{children}</Box>
          </Flex>
          {isStruck && (
            <Badge>
              <Trans comment="badge of a reported step of a shipment that was wrong">Corrected</Trans>
            </Badge>
          )}
          {isNew && <Mark kind="new" />}
          {pending === 'not-sent' && <Mark kind="unsent" />}
          {pending === 'attention' && <EntryBadge state="attention" />}
        </Flex>
        {details && <Box textDecoration={isStruck ? 'line-through' : undefined}>{details}</Box>}
        <Words>{text}</Words>
        {files}
        {actions && (
          <Flex wrap="wrap" gap="2" paddingBlock="1" _empty={{ display: 'none' }}>
            {actions}
          </Flex>
        )}
        <Flex wrap="wrap" gap="0 0.5rem" color="fg.muted" fontSize="sm">
          <span>
            <bdi>{by.name}</bdi>
            {company && company !== by.name && (
              <>
                , <bdi>{company}</bdi>
              </>
            )}
          </span>
          {by.via && <Trans comment="how an answer came: on the page of a link, without an account">by link</Trans>}
          {!Number.isNaN(time.getTime()) && (
            <>
              <Time at={at} />
              <span>{formatAge(at, { now, locale })}</span>
            </>
          )}
        </Flex>
      </m.li>
    </Flex>
  )
}
