import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LegalPage } from '../../contract/shop.ts'

export const legalNames: Record<LegalPage, MessageDescriptor> = {
  terms: msg({ message: 'Terms and conditions', comment: 'page with the terms of sale' }),
  privacy: msg({ message: 'Privacy', comment: 'page about the use of personal data' }),
  imprint: msg({ message: 'Imprint', comment: 'page that names the shop’s owner' }),
}
