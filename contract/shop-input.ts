import * as v from 'valibot'
import { filledLine, filledList, isEmail, line, namesOf, oneOf, ruled } from './fields.ts'
import { limits } from './limits.ts'
import { Currency } from './offers.ts'
import {
  accentForm,
  claimDays,
  inEach,
  isPhone,
  laterTexts,
  NeededDocument,
  reminderDays,
  scenes,
  shopPictures,
} from './shop.ts'

/* What administrators send of the shop's settings: apart from the answers, so that a visitor loads only those. */

/** Whether a text is a currency code (ISO 4217) that this platform supports. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const seenVersion = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)))

// @__NO_SIDE_EFFECTS__
const lines = (maxLength: number) => inEach(line(maxLength))

// @__NO_SIDE_EFFECTS__
const texts = (maxLength: number) => inEach(v.pipe(v.string(), v.maxLength(maxLength)))

// @__NO_SIDE_EFFECTS__
const unlessEmpty = (rule: 'email' | 'phone', isRight: (text: string) => boolean) =>
  ruled<string>(rule, (text) => text.trim() === '' || isRight(text))
const phone = v.pipe(line(limits.phoneLength), unlessEmpty('phone', isPhone))

const reminders = ['remindAfter', 'alertAfter'] as const
const laterSettings = [
  ...(['answerPromise', 'accent', 'scene', 'approvalNumber', 'claimDays', 'documents'] as const),
  ...[...shopPictures, ...laterTexts, ...reminders],
] as const

/** The settings that an administrator edits; an empty translation falls back to the other languages. */
export const ShopInput = v.object({
  name: filledLine(limits.shopNameLength),
  shortName: filledLine(limits.shopShortNameLength),
  logo: v.pipe(line(200), v.description('the answer of `POST /api/shop/logo/`; empty for the built-in logo')),
  tagline: lines(limits.taglineLength),
  lead: texts(limits.leadLength),
  about: v.pipe(
    texts(limits.aboutLength),
    v.description('paragraphs separated by empty lines; a line that begins with # or ## is a heading'),
  ),
  street: line(limits.addressLength),
  city: lines(limits.placeLength),
  email: v.pipe(line(limits.emailLength), unlessEmpty('email', isEmail)),
  phone,
  chatPhone: phone,
  chatMessage: lines(limits.textLength),
  /** a sentence about how soon the shop answers; empty for none */
  answerPromise: lines(limits.textLength),
  copyrightYear: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  currencies: filledList(v.pipe(Currency, ruled('currency', isCurrency)), limits.currencies),
  timeZone: v.pipe(
    line(limits.placeLength),
    ruled<string>('timeZone', (name) => isTimeZone(name.trim())),
    v.description('IANA, as in Africa/Dakar'),
  ),
  /** default validity of an offer, days */
  validityDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.validityDays)),
  /** days after which a buyer is reminded of an offer, and staff of a request, without an answer; 0: never */
  remindAfter: reminderDays,
  alertAfter: reminderDays,
  /** days after the arrival in which a buyer may claim; offers copy it */
  claimDays,
  /** the documents that go with the goods, by destination */
  documents: v.pipe(v.array(NeededDocument), v.maxLength(limits.neededDocuments)),
  newsletterGmailOnly: v.boolean(),
  accent: v.pipe(
    v.string(),
    v.regex(accentForm),
    v.description('the colour of the primary action; empty for the built-in one'),
  ),
  /** of a wide logo, the home page and its tiles: answers of `POST /api/shop/picture/`, or empty */
  logoWide: line(200),
  hero: line(200),
  tileFish: line(200),
  tileSeafood: line(200),
  /** the drawings that stand where no picture is set */
  scene: oneOf(scenes),
  footerText: texts(limits.closingLength),
  newsletterText: texts(limits.closingLength),
  /** of the plant, as visitors see it */
  approvalNumber: line(limits.partyNumberLength),
  nextSailing: lines(limits.textLength),
})
export type ShopInput = v.InferOutput<typeof ShopInput>

export const settingNames = namesOf(ShopInput)

/** `PUT /api/shop/`: refused if `version`, the one that the author has seen, is no longer current. */
export const ShopUpdate = v.object(
  v.entriesFromObjects([
    // an app from before these settings does not send them: then they stay as they are
    v.partial(ShopInput, laterSettings),
    v.object({ version: seenVersion }),
  ]),
)
export type ShopUpdate = v.InferOutput<typeof ShopUpdate>

/** Refused if `version`, the one that the author has seen, is no longer current. Empty in all languages: no page. */
export const ShopTextUpdate = v.object(
  v.entriesFromObjects([v.object({ version: seenVersion }), texts(limits.legalLength)]),
)
