import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { toLocale } from '../contract/locales.ts'

interface Variable {
  default?: string
  /** of the whole text; by default any */
  pattern?: string
  description: string
}

const optional = (pattern: string, description: string) => ({ pattern, description })
const usually = (standard: string, pattern: string, description: string) => ({
  ...optional(pattern, description),
  default: standard,
})

const trustedProxies =
  'the number of proxies in front of the server, from 1 to 9, or their addresses and networks (10.0.0.0/8) separated by commas'

/** The push services of Chrome, Edge, Opera and Samsung Internet; of Firefox; of Safari; and of Edge on Windows. */
const knownPushHosts =
  'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'
/** Needs a dot and a last part without a leading digit, so that IP addresses and local names do not match. */
const hostName = '(\\*\\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z][a-z0-9-]*'

/** The environment variables, all texts. An error message says that a value must be its description. */
export const variables = {
  HOST: { default: '127.0.0.1', description: 'the address to listen on, e.g. 0.0.0.0' },
  PORT: {
    default: '8080',
    pattern: '^(\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])$',
    description: 'a port from 0 (any free one) to 65535',
  },
  DATA_DIR: { default: './data', description: 'a folder that the server may write to' },
  DATABASE_URL: optional('^postgres(ql)?://.+', 'the address of a PostgreSQL database (postgres://…), or nothing'),
  IMAGES_URL: optional('^s3://.+', 'the address of an S3 bucket (s3://…), or nothing for a folder in DATA_DIR'),
  ADMIN_EMAIL: optional('^[^@\\s]+@[^@\\s]+$', 'the e-mail address of the first administrator'),
  ADMIN_PASSWORD: optional('^[\\s\\S]{6,128}$', 'a password of 6 to 128 characters'),
  CATALOGUE: {
    default: 'demo',
    pattern: '^(demo|empty)$',
    description: 'demo (fill an empty database with the demonstration catalogue) or empty',
  },
  DEMO_ORDERS: { default: 'on', pattern: '^(on|off)$', description: 'on or off' },
  CORS_ORIGINS: {
    default: '',
    pattern: '^(https?://[^\\s,/]+(\\s*,\\s*https?://[^\\s,/]+)*)?$',
    description: 'origins such as https://shop.example, separated by commas',
  },
  TRUST_PROXY: { default: '', description: trustedProxies },
  CONNECTIONS_PER_ADDRESS: usually('1024', '^[1-9]\\d{0,5}$', 'the most connections of one address, from 1 to 999999'),
  SMTP_URL: optional('^smtps?://.+', 'the address of a mail server (smtp://… or smtps://…)'),
  CONTACT_TO: optional('^[^@\\s,]+@[^@\\s,]+$', 'the one e-mail address that contact messages go to'),
  MAIL_FROM: optional('^[^@\\s,]+@[^@\\s,]+$', 'the one e-mail address that mails come from'),
  PUBLIC_URL: optional(
    '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
    'the address under which people open the shop, such as https://shop.example',
  ),
  MAIL_LANGUAGE: usually('en', '^(en|fr|es)$', 'en, fr or es, the language of mails to CONTACT_TO'),
  PUSH_HOSTS: {
    default: knownPushHosts,
    pattern: `^${hostName}(\\s*,\\s*${hostName})*$`,
    description: 'hosts of push services such as push.example.com or *.push.example.com, separated by commas',
  },
  WEBHOOK_PRIVATE: usually('off', '^(on|off)$', 'on (webhooks may call http: and private addresses) or off'),
  RATE_LIMIT_FACTOR: usually('1', '^(0\\.0*[1-9]\\d*|[1-9]\\d{0,8}(\\.\\d+)?)$', 'a number above 0'),
  LOG_LEVEL: {
    default: 'info',
    pattern: '^(trace|debug|info|warn|error|fatal|silent)$',
    description: 'trace, debug, info, warn, error, fatal or silent',
  },
  TIME_ZONE: { default: 'UTC', description: 'a time zone such as Africa/Casablanca' },
  METRICS: {
    default: 'off',
    pattern: '^(off|(\\d+(\\.\\d+){3}|\\[[0-9a-fA-F:.]+\\]):\\d{1,5})$',
    description: 'off, or a separate address and port, such as 127.0.0.1:9100',
  },
  KILL_SWITCH: { default: 'off', pattern: '^(on|off)$', description: 'on or off' },
} satisfies Record<string, Variable>
type Variables = typeof variables
type Environment = { [N in keyof Variables]: Variables[N] extends { default: string } ? string : string | undefined }

/** A setting is wrong. The message is one sentence that names it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Settings whose values never appear in an error message. */
const secret = ['ADMIN_PASSWORD', 'DATABASE_URL', 'IMAGES_URL', 'SMTP_URL']

function readEnvironment(env: Record<string, string | undefined>): Environment {
  const read: Record<string, string | undefined> = {}
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const { default: standard, description, pattern = '' } = variable
    const text = env[name]?.trim() || standard
    if (text !== undefined && !new RegExp(pattern).test(text)) {
      const shown = secret.includes(name) ? '' : ` "${text}"`
      throw new SettingsError(`The setting ${name}${shown} must be ${description}.`)
    }
    read[name] = text
  }
  // each property was checked above
  return read as Environment
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** The value of a setting; throws where there is none. */
function readValue<T>(name: keyof Variables, text: string, read: (text: string) => T | undefined): T {
  const value = read(text)
  if (value === undefined)
    throw new SettingsError(`The setting ${name} "${text}" must be ${variables[name].description}.`)
  return value
}

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
  const [, host = '', port = ''] = /^\[?([^\]]+)\]?:(\d+)$/.exec(text) ?? []
  return isIP(host) !== 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined
}

function readTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function pushSubject({ CONTACT_TO: desk, PUBLIC_URL: shop }: Environment): string {
  if (desk) return `mailto:${desk}`
  return shop?.startsWith('https:') ? shop : 'mailto:nobody@shop.invalid'
}

/** Reads the settings from the environment; throws a `SettingsError` for the first wrong one. */
export function readSettings(environment: Record<string, string | undefined>) {
  const env = readEnvironment(environment)
  if (!env.ADMIN_EMAIL !== !env.ADMIN_PASSWORD) {
    throw new SettingsError('The settings ADMIN_EMAIL and ADMIN_PASSWORD must be given together.')
  }
  if (env.SMTP_URL && !env.CONTACT_TO) {
    throw new SettingsError('The setting CONTACT_TO must be given with SMTP_URL: the address that messages go to.')
  }
  return {
    host: env.HOST,
    port: Number(env.PORT),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    imagesUrl: env.IMAGES_URL,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    demoCatalogue: env.CATALOGUE === 'demo',
    /** example orders and offers with the demonstration catalogue */
    demoOrders: env.DEMO_ORDERS === 'on',
    corsOrigins: list(env.CORS_ORIGINS),
    trustProxy: readValue('TRUST_PROXY', env.TRUST_PROXY, readProxies),
    connectionsPerAddress: Number(env.CONNECTIONS_PER_ADDRESS),
    smtpUrl: env.SMTP_URL,
    contactTo: env.CONTACT_TO,
    /** sender of all mails; without it, `contactTo` */
    mailFrom: env.MAIL_FROM,
    /** without a slash at its end */
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    mailLanguage: toLocale(env.MAIL_LANGUAGE) ?? 'en',
    /** lower case; `*.` before a name matches all its subdomains */
    pushHosts: list(env.PUSH_HOSTS),
    /** contact of the shop for push services: `mailto:` or `https:` */
    pushSubject: pushSubject(env),
    /** lets webhooks call http: and private addresses, for a program in the same network */
    webhookPrivate: env.WEBHOOK_PRIVATE === 'on',
    rateLimitFactor: Number(env.RATE_LIMIT_FACTOR),
    logLevel: env.LOG_LEVEL,
    /** decides when the days of offers end (IANA) */
    timeZone: readValue('TIME_ZONE', env.TIME_ZONE, readTimeZone),
    /** address for Prometheus; undefined: no metrics */
    metrics: readValue('METRICS', env.METRICS, readMetrics) || undefined,
    /** sends a worker that unregisters itself in every browser, in case a broken one was released */
    killSwitch: env.KILL_SWITCH === 'on',
  }
}

export type Settings = ReturnType<typeof readSettings>
