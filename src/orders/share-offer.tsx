import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { OfferLink, OfferLinkMade, Order } from '../../contract/orders.ts'
import { hasChoice } from '../../contract/price-talk.ts'
import { orGone, type Reply } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TickBox } from '../forms/checkbox-fields.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { useOnlineQuery } from '../lists/query.ts'
import { useAway } from '../sync/connection.ts'
import { Age, Time } from '../ui/date-text.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { hasDialog, ShareWays, shareByDevice } from '../ui/share.tsx'
import type { NumberedOffer } from './shown-order.ts'

export function ShareOffer({ order, offer, isStaff }: { order: Order; offer: NumberedOffer; isStaff: boolean }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const isAway = useAway()
  const refusalText = useRefusalText()
  const { busy, failure, run } = useCall()
  const { body: links, reload } = useOnlineQuery(`links of ${order._id}`, (online, signal) =>
    online.call('listOfferLinks', { params: { id: order._id }, signal }),
  )
  const [made, setMade] = useState<OfferLinkMade>()
  const [status, announce] = useStatusMessage()
  const [mayAccept, setMayAccept] = useState(false)
  const canBeAnswered = isStaff && order.state === 'offered' && !hasChoice(offer.offer)
  const title = t`Offer ${{ number: offer.number }} · ${{ reference: order.reference }}`
  const url = made && addressOf(made)

  async function change<T>(call: () => Promise<Reply<T>>) {
    const answer = await run(call)
    // also after a failure: the shop may have made it all the same
    void reload()
    return answer
  }

  const make = async () => {
    const body = mayAccept ? { mayAccept } : {}
    const answer = await change(() => api.call('makeOfferLink', { params: { id: order._id }, body }))
    if (!answer) return
    setMade(answer.body)
    if (hasDialog()) await shareByDevice({ title, url: addressOf(answer.body) })
  }
  const revoke = async (link: OfferLink) => {
    const params = { id: order._id, link: link._id }
    const answer = await change(async () => orGone(await api.call('revokeOfferLink', { params })))
    if (answer && link._id === made?._id) setMade(undefined)
    // the pressed button goes with its link
    if (answer) announce(<Trans>The link was revoked.</Trans>)
  }

  return (
    <Stack gap="3" _print={{ display: 'none' }}>
      <Text color="fg.muted">
        <Trans>
          Whoever has the link can read and print this offer, and the ones that replace it, without an account, until
          its validity ends. They see no messages.
        </Trans>
      </Text>
      {isAway && <p role="status">{t`Making a link needs a connection to the shop.`}</p>}
      {canBeAnswered && (
        <TickBox checked={mayAccept} onChange={setMayAccept}>
          <Trans comment="a box to tick: the offer can be accepted or declined on the page of its link">
            Can be accepted here
          </Trans>
        </TickBox>
      )}
      {canBeAnswered && mayAccept && (
        <p role="status">
          <Trans>Whoever has the link can answer once, with a name. Earlier links can then only be read.</Trans>
        </p>
      )}
      <Box>
        <Button
          variant={made ? 'outline' : 'solid'}
          aria-disabled={busy || isAway}
          onClick={() => !busy && !isAway && void make()}
        >
          {made ? <Trans>Make another link</Trans> : <Trans>Make a link</Trans>}
        </Button>
      </Box>
      {failure && <p role="alert">{refusalText(failure)}</p>}
      <div aria-live="polite">
        {url && (
          <>
            <ShareWays title={title} url={url} label={t`Link to this offer`} />
            <Text fontSize="sm" mt="1.5">{t`Send or copy it now: the shop does not keep the address.`}</Text>
          </>
        )}
      </div>
      {links && links.length > 0 && (
        <Stack as="ul" gap="0" listStyleType="none" padding="0" aria-label={t`Links to this offer`}>
          {links.map((link) => (
            <LinkRow key={link._id} link={link} isNew={link._id === made?._id} onRevoke={() => void revoke(link)} />
          ))}
        </Stack>
      )}
      {status}
    </Stack>
  )
}

/** The address of a link. A server that does not know its own one names only the path. */
function addressOf({ url }: OfferLinkMade): string {
  return new URL(url.startsWith('/') ? `.${url}` : url, document.baseURI).href
}

function LinkRow({ link, isNew, onRevoke }: { link: OfferLink; isNew: boolean; onRevoke: () => void }) {
  const nameId = useId()
  const { at, by, seen, seenAt, mayAccept } = link
  return (
    <Flex as="li" wrap="wrap" gap="3" justify="space-between" align="center" paddingBlock="2" borderTopWidth="1px">
      <div id={nameId}>
        <p>
          {by === 'shop' ? (
            <Trans>
              Link of the shop, <Time at={at} />
            </Trans>
          ) : (
            <Trans>
              Link of the buyer, <Time at={at} />
            </Trans>
          )}
          {mayAccept && (
            <>
              {' · '}
              <Trans comment="of a link: the offer can be accepted or declined on its page">can be answered</Trans>
            </>
          )}
          {isNew && (
            <>
              {' · '}
              <Trans comment="a link that was made just now">just made</Trans>
            </>
          )}
        </p>
        <Text color="fg.muted" fontSize="sm">
          <Plural value={seen} _0="not opened yet" one="opened once" other="opened # times" />
          {seenAt && (
            <>
              {' · '}
              <Age at={seenAt} />
            </>
          )}
        </Text>
      </div>
      <Button aria-describedby={nameId} onClick={onRevoke}>
        <Trans comment="button: makes a link to an offer useless">Revoke</Trans>
      </Button>
    </Flex>
  )
}
