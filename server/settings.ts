import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import * as v from 'valibot'
import { locales } from '../contract/locales.ts'

/** A text of this form. An error message says that a value must be its description. */
const like = (pattern: RegExp, description: string) => v.pipe(v.string(), v.regex(pattern, description))

/** What `read` makes of a text; undefined where it cannot be. */
const readBy = <T>(read: (text: string) => T | undefined, description: string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value)
      if (value === undefined) addIssue({ message: description })
      return value ?? NEVER
    }),
  )

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const listOf = (entry: string, description: string) =>
  v.pipe(like(new RegExp(`^(${entry}(\\s*,\\s*${entry})*)?$`), description), v.transform(list))
const numberLike = (standard: string, pattern: RegExp, description: string) =>
  v.optional(v.pipe(like(pattern, description), v.transform(Number)), standard)
const isOn = (standard: 'on' | 'off', description = 'on or off') =>
  v.optional(
    v.pipe(
      v.picklist(['on', 'off'], description),
      v.transform((text) => text === 'on'),
    ),
    standard,
  )
const mailbox = (what: string) => like(/^[^@\s,]+@[^@\s,]+$/, `the one e-mail address that ${what}`)

function readProxies(text: string): false | number | string[] | undefined {
  if (text === '') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  // a plain number would count as an address, too
  if (!/^[\d.:a-fA-F/,\s]*[.:][\d.:a-fA-F/,\s]*$/.test(text)) return undefined
  try {
    compile(list(text))
    return list(text)
  } catch {
    return undefined
  }
}

function readMetrics(text: string): false | { host: string; port: number } | undefined {
  if (text === 'off') return false
  const [, plain, bracketed, port] = /^(?:(\d+(?:\.\d+){3})|\[([\da-fA-F:.]+)\]):(\d{1,5})$/.exec(text) ?? []
  const host = plain ?? bracketed ?? ''
  return isIP(host) !== 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined
}

function readTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const proxies =
  'the number of proxies in front of the server, from 1 to 9, or their addresses and networks (10.0.0.0/8) separated by commas'
/** The push services of Chrome, Edge, Opera and Samsung Internet; of Firefox; of Safari; and of Edge on Windows. */
const knownPushHosts =
  'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'
/** Needs a dot and a last part without a leading digit, so that IP addresses and local names do not match. */
const hostName = '(\\*\\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z][a-z0-9-]*'
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** By name; the environment variable of `dataDir` is DATA_DIR. An empty variable counts as none. */
const shape = {
  host: v.optional(v.string(), '127.0.0.1'),
  port: numberLike(
    '8080',
    /^(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
    'a port from 0 (any free one) to 65535',
  ),
  dataDir: v.optional(v.string(), './data'),
  databaseUrl: v.optional(
    like(/^postgres(ql)?:\/\/.+/, 'the address of a PostgreSQL database (postgres://…), or nothing'),
  ),
  imagesUrl: v.optional(
    like(/^s3:\/\/.+/, 'the address of an S3 bucket (s3://…), or nothing for a folder in DATA_DIR'),
  ),
  adminEmail: v.optional(like(/^[^@\s]+@[^@\s]+$/, 'the e-mail address of the first administrator')),
  adminPassword: v.optional(like(/^[\s\S]{6,128}$/, 'a password of 6 to 128 characters')),
  /** what fills an empty database */
  catalogue: v.optional(
    v.picklist(['demo', 'empty'], 'demo (fill an empty database with the demonstration catalogue) or empty'),
    'demo',
  ),
  /** example orders and offers with the demonstration catalogue */
  demoOrders: isOn('on'),
  corsOrigins: v.optional(
    listOf('https?://[^\\s,/]+', 'origins such as https://shop.example, separated by commas'),
    '',
  ),
  trustProxy: v.optional(readBy(readProxies, proxies), ''),
  connectionsPerAddress: numberLike('1024', /^[1-9]\d{0,5}$/, 'the most connections of one address, from 1 to 999999'),
  smtpUrl: v.optional(like(/^smtps?:\/\/.+/, 'the address of a mail server (smtp://… or smtps://…)')),
  contactTo: v.optional(mailbox('contact messages go to')),
  /** sender of all mails; without it, `contactTo` */
  mailFrom: v.optional(mailbox('mails come from')),
  /** without a slash at its end */
  publicUrl: v.optional(
    v.pipe(
      like(
        /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/,
        'the address under which people open the shop, such as https://shop.example',
      ),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  mailLanguage: v.optional(v.picklist(locales, 'en, fr or es, the language of mails to CONTACT_TO'), 'en'),
  /** lower case; `*.` before a name matches all its subdomains */
  pushHosts: v.optional(
    listOf(hostName, 'hosts of push services such as push.example.com or *.push.example.com, separated by commas'),
    knownPushHosts,
  ),
  /** lets webhooks call http: and private addresses, for a program in the same network */
  webhookPrivate: isOn('off', 'on (webhooks may call http: and private addresses) or off'),
  rateLimitFactor: numberLike('1', /^(0\.0*[1-9]\d*|[1-9]\d{0,8}(\.\d+)?)$/, 'a number above 0'),
  logLevel: v.optional(v.picklist(levels, 'trace, debug, info, warn, error, fatal or silent'), 'info'),
  /** decides when the days of offers end (IANA) */
  timeZone: v.optional(readBy(readTimeZone, 'a time zone such as Africa/Casablanca'), 'UTC'),
  /** address for Prometheus */
  metrics: v.optional(readBy(readMetrics, 'off, or a separate address and port, such as 127.0.0.1:9100'), 'off'),
  /** sends a worker that unregisters itself in every browser, in case a broken one was released */
  killSwitch: isOn('off'),
}
export type Settings = v.InferOutput<v.ObjectSchema<typeof shape, undefined>>

export const variableOf = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase()
/** The environment variables, with the schema of each. */
export const variables = Object.fromEntries(Object.entries(shape).map(([name, each]) => [variableOf(name), each]))

/** A setting is wrong. The message is one sentence that names it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Settings whose values never appear in an error message. */
const secret = ['ADMIN_PASSWORD', 'DATABASE_URL', 'IMAGES_URL', 'SMTP_URL']

/** Reads the settings from the environment; throws a `SettingsError` for the first wrong one. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const texts = Object.keys(shape).map((name) => [name, environment[variableOf(name)]?.trim() || undefined])
  const { success, output, issues } = v.safeParse(v.object(shape), Object.fromEntries(texts), { abortEarly: true })
  if (!success) {
    const [{ path, message }] = issues
    const variable = variableOf(String(path?.[0]?.key))
    const shown = secret.includes(variable) ? '' : ` "${String(path?.[0]?.value)}"`
    throw new SettingsError(`The setting ${variable}${shown} must be ${message}.`)
  }
  if (!output.adminEmail !== !output.adminPassword) {
    throw new SettingsError('The settings ADMIN_EMAIL and ADMIN_PASSWORD must be given together.')
  }
  if (output.smtpUrl && !output.contactTo) {
    throw new SettingsError('The setting CONTACT_TO must be given with SMTP_URL: the address that messages go to.')
  }
  return output
}
