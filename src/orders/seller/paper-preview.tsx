import { Box, Link as ChakraLink } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { PaperInput } from '../../../contract/papers/papers.ts'
import { ConnectionError, isShops, type Reply, readRefusal } from '../../api/exchange.ts'
import { getSession } from '../../db/session.ts'
import type { Deps } from '../../db/use-deps.tsx'
import { parseJson } from '../../lib/record.ts'
import { useAddress } from '../../ui/blob-address.ts'

/** The PDF that a paper of an order would be now. Throws `ConnectionError` when no answer of the shop came. */
export async function fetchPreview(
  { db, api }: Pick<Deps, 'db' | 'api'>,
  order: string,
  body: PaperInput,
): Promise<Reply<Blob>> {
  const session = await getSession(db)
  const address = api.address('health').replace(/health\/?$/, `orders/${encodeURIComponent(order)}/papers/preview/`)
  const headers = { authorization: `Bearer ${session?.token}`, 'content-type': 'application/json' }
  const failed = (kind: 'network' | 'untrusted') => (cause: unknown) => {
    throw new ConnectionError(kind, { cause })
  }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }).catch(failed('network'))
  const { status } = answer
  if (!isShops(answer.headers)) throw new ConnectionError('untrusted', { status })
  if (!answer.ok) return { ok: false, refusal: readRefusal(status, parseJson(await answer.text())) }
  return { ok: true, status, isShops: true, body: await answer.blob().catch(failed('network')) }
}

/** A PDF in the page, where the browser shows one there, and a link that opens it. */
export function PdfPreview({ title, pdf }: { title: string; pdf: Blob }) {
  const address = useAddress(pdf)
  if (!address) return null
  return (
    <>
      {navigator.pdfViewerEnabled !== false && (
        <Box asChild width="full" height="60dvh" borderWidth="1px">
          <iframe title={title} src={`${address}#navpanes=0`} />
        </Box>
      )}
      <ChakraLink href={address} target="_blank" display="inline-flex" minHeight="11" alignItems="center">
        <Trans comment="link: the draft of a paper as a PDF">Open the draft in a new tab</Trans>
      </ChakraLink>
    </>
  )
}
