import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { BrokenRule, FieldRule, RuleParams } from '../../contract/fields.ts'
import type { RefusedField } from '../api/exchange.ts'
import { refusalMessages } from './refusals.ts'

/** A new rule of the contract compiles only with a message here. */
const messages: Record<FieldRule, (params: RuleParams) => MessageDescriptor> = {
  required: () => msg`Please fill in this field`,
  wholeNumber: () => msg`Please enter a whole number`,
  oneLine: () => msg`This must be on one line`,
  allowedCharacters: () => msg`This contains a character that is not allowed`,
  email: () => msg`Please enter a valid email address.`,
  gmail: () => msg`Please enter a Gmail address`,
  productInShop: () => msg`This product is no longer in the shop`,
  pictureFile: () => msg`Please choose a picture`,
  readablePicture: () => refusalMessages['bad-picture'],
  alreadyUsed: () => msg`Already in use`,
  unchangeable: () => msg`This cannot be changed here`,
  allowedValue: () => msg`The server does not accept this`,
  day: () => msg`Please enter a valid date`,
  todayOrLater: () => msg`Please choose today or a later day`,
  shopCurrency: () => msg`The shop does not offer in this currency`,
  productOfRequest: () => msg`This product is not in the request, or twice`,
  everyProduct: () => msg`Every product of the request must be in the offer`,
  onePrice: () => msg`At least one product needs a price. To refuse all of them, turn the request down.`,
  productOfOffer: () => msg`This product is not in the offer`,
  oneOfAlternatives: () => msg`Please take this product or the one that it replaces, not both`,
  offeredTonnes: () => msg`This offer cannot be taken in parts: please take the offered tonnes`,
  containerNumber: () => msg`This is not a valid container number: please check its letters and digits`,
  milestoneOfOrder: () => msg`This step is not in the order`,
  claimOfOrder: () => msg`This claim is not in the order`,
  reportOfBuyer: () => msg`This is not a payment that the buyer reported, or it is confirmed already`,
  productOfClaim: () => msg`This product is not in the claim`,
  lotOfProduct: () => msg`This is a lot of another product`,
  lotOfShipment: () => msg`This lot was not loaded for this order`,
  sumOfLots: () => msg`The net weights of the lots must add up to the tonnes of the line`,
  daysInOrder: () => msg`This day is earlier than the one before it`,
  imoNumber: () => msg`This is not a valid IMO number: please check its seven digits`,
  faoArea: () => msg`Please choose a fishing area of FAO, such as 34`,
  hsCode: () => msg`Please write 6 to 10 digits, such as 03035410`,
  changedMeanwhile: () => msg`This was changed meanwhile. Please read it again.`,
  phone: () => msg`Please enter a telephone number, such as +221 33 800 00 00`,
  currency: () => msg`Please enter currency codes of three letters, such as EUR`,
  faoCode: () => msg`Please write three letters, such as HKE`,
  timeZone: () => msg`Please enter a time zone such as Africa/Dakar`,
  iban: () => msg`This IBAN is not right. Was it copied as a whole?`,
  publicAddress: () => msg`Please enter a public address that begins with https://`,
  square: () => msg`Please choose a square image`,
  fileSize: () => msg`The file has another size than was announced`,
  fileHash: () => msg`The file was changed or damaged on its way`,
  fileType: () => msg`This is neither a picture nor a PDF`,
  fileLate: () => msg`The file did not come in seven days`,
  minLength: ({ limit }) =>
    msg`${plural(limit, { one: 'At least # character, please', other: 'At least # characters, please' })}`,
  maxLength: ({ limit }) =>
    msg`${plural(limit, { one: 'At most # character, please', other: 'At most # characters, please' })}`,
  minItems: ({ limit }) =>
    msg`${plural(limit, { one: 'At least one entry, please', other: 'At least # entries, please' })}`,
  maxItems: ({ limit }) =>
    msg`${plural(limit, { one: 'At most one entry, please', other: 'At most # entries, please' })}`,
  minimum: ({ limit }) => msg`This must be at least ${limit}`,
  exclusiveMinimum: ({ limit }) => msg`This must be more than ${limit}`,
  maximum: ({ limit }) => msg`This must be at most ${limit}`,
  decimals: ({ limit }) =>
    msg`${plural(limit, { 0: 'No decimals, please', one: 'At most # decimal, please', other: 'At most # decimals, please' })}`,
  megapixels: ({ limit }) =>
    msg`${plural(limit, { one: 'The picture has more than # megapixel', other: 'The picture has more than # megapixels' })}`,
  pixels: ({ limit }) =>
    msg`${plural(limit, { one: 'The image must be at least # pixel wide', other: 'The image must be at least # pixels wide' })}`,
  daysAhead: ({ limit }) =>
    msg`${plural(limit, { one: 'At most # day ahead, please', other: 'At most # days ahead, please' })}`,
}

/** Explains a refused field in the reader's language. Without a rule, the server's own text is shown. */
export function useRefusedFieldText(): (field: RefusedField | BrokenRule) => string {
  const { i18n } = useLingui()
  return (field) => {
    if (field.rule) return i18n._(messages[field.rule](field.params ?? { limit: 0 }))
    return field.code ? i18n._(refusalMessages[field.code]) : field.detail
  }
}
