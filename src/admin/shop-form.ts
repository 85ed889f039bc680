import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BankInput, SellerInput } from '../../contract/papers/parties.ts'
import { documentKinds } from '../../contract/shipment/claims.ts'
import { type NeededDocument, newShop, type ShopSettings, type Texts } from '../../contract/shop.ts'
import type { ShopUpdate } from '../../contract/shop-input.ts'
import { recordOf } from '../lib/record.ts'

export type ShopValues = Omit<ShopSettings, 'version' | 'legal' | Typed> & Record<Typed, string>
const numbers = ['copyrightYear', 'validityDays', 'remindAfter', 'alertAfter', 'claimDays'] as const
type Typed = (typeof numbers)[number] | 'currencies' | 'documents'

export function shopValues({ version: _, legal: __, ...shop }: ShopSettings): ShopValues {
  return {
    ...shop,
    ...recordOf(numbers, (name) => String(shop[name])),
    currencies: shop.currencies.join(', '),
    documents: documentsText(shop.documents),
  }
}

const optional = ' ?'
/** Needed documents as the one text of their field: a line each, `EU catch-certificate`, with a question mark where it is not required. */
export const documentsText = (documents: readonly NeededDocument[]): string =>
  documents.map(({ to, kind, required }) => `${to} ${kind}${required ? '' : optional}`).join('\n')

export function readDocuments(text: string): NeededDocument[] {
  return text.split('\n').flatMap((line) => {
    const [to = '', name] = line.split(' ')
    const kind = documentKinds.find((each) => each === name)
    return kind ? [{ to, kind, required: !line.endsWith(optional) }] : []
  })
}

function readCurrencies(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}

/** The values as the contract wants them. `version`: of the settings that the form started from. */
export function shopUpdate(values: ShopValues, version: number): ShopUpdate {
  return {
    ...values,
    ...recordOf(numbers, (name) => (values[name].trim() === '' ? Number.NaN : Number(values[name]))),
    currencies: readCurrencies(values.currencies),
    documents: readDocuments(values.documents),
    version,
  }
}

/** The labels of the fields, in the order of the screen. The label of a text is without its language. */
export const shopLabels: Record<keyof ShopValues, MessageDescriptor> = {
  name: msg`Name of the shop`,
  shortName: msg({ message: 'Short name', comment: 'of the shop; for the header and below the app’s icon' }),
  logo: msg`Logo`,
  tagline: msg({ message: 'Headline', comment: 'the big sentence on top of the home page' }),
  lead: msg({ message: 'Introduction', comment: 'the sentences below the headline of the home page' }),
  about: msg`About the shop`,
  street: msg`Street`,
  city: msg`City and country`,
  email: msg`Email`,
  phone: msg`Phone`,
  chatPhone: msg`Phone for chats`,
  chatMessage: msg({ message: 'First words of a chat', comment: 'what a visitor’s chat message begins with' }),
  answerPromise: msg({
    message: 'How soon you answer',
    comment: 'a sentence for visitors; We answer within one working day.',
  }),
  copyrightYear: msg`Year of the copyright`,
  currencies: msg`Currencies of offers`,
  timeZone: msg`Time zone`,
  validityDays: msg`Usual validity of an offer, in days`,
  remindAfter: msg`Remind buyers of an offer without an answer after days (0: never)`,
  alertAfter: msg`Tell us of a request without an answer after days (0: never)`,
  accent: msg({ message: 'Colour of buttons', comment: 'label of a field: the accent colour of the shop' }),
  logoWide: msg({ message: 'Wide logo', comment: 'label of a field: for papers and the header' }),
  hero: msg({ message: 'Picture on top of the home page', comment: 'label of a field' }),
  tileFish: msg({ message: 'Picture for fish', comment: 'label of a field: of a tile on the home page' }),
  tileSeafood: msg({ message: 'Picture for seafood', comment: 'label of a field: of a tile on the home page' }),
  scene: msg({ message: 'Drawings', comment: 'label of a field: what stands where there is no picture' }),
  footerText: msg({ message: 'Text in the footer', comment: 'label of a field' }),
  newsletterText: msg({ message: 'Text about the newsletter', comment: 'label of a field' }),
  approvalNumber: msg`Approval number of the plant`,
  nextSailing: msg({ message: 'Next sailing', comment: 'label of a field: when the next ship leaves, for visitors' }),
  claimDays: msg`Days after receipt in which a buyer may claim`,
  documents: msg`Documents that go with the goods`,
  newsletterGmailOnly: msg`Only Gmail addresses can subscribe to the newsletter`,
}

export type TextName = { [N in keyof ShopValues]: ShopValues[N] extends Texts ? N : never }[keyof ShopValues]
// the keys are those of the table
const fieldNames = Object.keys(shopLabels) as (keyof ShopValues)[]
export const textNames = fieldNames.filter((name): name is TextName => 'en' in Object(newShop[name]))

export type SellerName = Exclude<keyof SellerInput, 'version'>
export type BankField = Exclude<keyof BankInput, 'password'>

export const sellerLabels: Record<SellerName, MessageDescriptor> = {
  legalName: msg`Legal name`,
  taxNumber: msg`Tax number`,
  registrationNumber: msg`Registration number`,
  approvalNumber: msg`Approval number of the plant`,
}

export const bankLabels: Record<BankField, MessageDescriptor> = {
  holder: msg`Account holder`,
  bank: msg({ message: 'Bank', comment: 'label of a field: the name of a bank' }),
  account: msg`IBAN or account number`,
  bic: msg({ message: 'BIC (SWIFT)', comment: 'label of a field: the code of a bank' }),
}
