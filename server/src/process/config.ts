import { join, resolve } from 'node:path'
import { isAllowEntry } from './address-rules.ts'
import { LIMIT_SETTINGS, type Limits } from './limits.ts'
import { ConfigError } from './start-error.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

/** The address lookup service: its address, its key, and how long it may take. */
export type AddressProviderSettings = { url: string; key: string; timeoutMs: number }

/** The Power BI that reports are embedded from: credentials, workspace and hosts. */
export type PowerBiSettings = {
  tenant: string
  clientId: string
  clientSecret: string
  workspace: string
  /** Roles of row-level security that every identity gets. */
  roles: readonly string[]
  /** Origins of tokens, reports and the embedded page. */
  loginUrl: string
  apiUrl: string
  embedUrl: string
  timeoutMs: number
}

/** Settings from the environment. */
export interface Config {
  /** 0 takes a free port. */
  readonly port: number
  /** An absolute path. */
  readonly dataDirectory: string
  /** The PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl: string | undefined
  /** Memory of the embedded PostgreSQL for cached pages (`shared_buffers`), in MiB. */
  readonly databaseMemory: number
  /** Whether an empty database is filled with the demo. */
  readonly demo: boolean
  /** Seals seeds of second factors and waiting mail. Without it, a secret in the data folder is used. */
  readonly secret: string | undefined
  /** The mail server. Without it, mail is written to files. */
  readonly smtp: string | undefined
  readonly mailFrom: string
  /** Whom users ask for help, as the help menu shows it. Empty: nobody is named. */
  readonly contact: string
  /** The portal's address for users, without a final slash. Without it, this machine. */
  readonly publicUrl: string | undefined
  /** The address lookup service. Without it, the portal's own table. */
  readonly addressProvider: AddressProviderSettings | undefined
  /** Power BI reports to show. Without it, none. */
  readonly powerBi: PowerBiSettings | undefined
  /** Hosts, addresses and networks outside the internet that webhooks may be sent to. */
  readonly webhookAllow: readonly string[]
  /** The token that /metrics requires. Without it, there is no /metrics. */
  readonly metricsToken: string | undefined
  /** Limits that the operator has chosen. */
  readonly limits: Partial<Limits>
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
}

/** The folder of mail if there is no mail server. */
export const outboxFolder = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) => join(dataDirectory, 'outbox')

const ownPrefix = 'PORTAL_'
const ownNames = [
  'PORTAL_DATA',
  'PORTAL_DATABASE_MEMORY_MB',
  'PORTAL_DEMO',
  'PORTAL_SECRET',
  'PORTAL_SMTP',
  'PORTAL_MAIL_FROM',
  'PORTAL_CONTACT',
  'PORTAL_URL',
  'PORTAL_ADDRESS_URL',
  'PORTAL_ADDRESS_KEY',
  'PORTAL_ADDRESS_TIMEOUT_MS',
  'PORTAL_POWERBI_TENANT',
  'PORTAL_POWERBI_CLIENT_ID',
  'PORTAL_POWERBI_CLIENT_SECRET',
  'PORTAL_POWERBI_WORKSPACE',
  'PORTAL_POWERBI_ROLES',
  'PORTAL_POWERBI_LOGIN_URL',
  'PORTAL_POWERBI_API_URL',
  'PORTAL_POWERBI_EMBED_URL',
  'PORTAL_POWERBI_TIMEOUT_MS',
  'PORTAL_WEBHOOK_ALLOW',
  'PORTAL_METRICS_TOKEN',
  ...Object.keys(LIMIT_SETTINGS),
  'PORTAL_TRUSTED_PROXIES',
]

export const MIN_SECRET_LENGTH = 32

/**
 * Reads the configuration from the environment; an empty value counts as missing. A relative PORTAL_DATA is relative to the
 * folder in which the server starts. Throws a ConfigError for an invalid value or an unknown PORTAL_ name.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  for (const name of Object.keys(env)) {
    if (name.startsWith(ownPrefix) && !ownNames.includes(name)) {
      throw new ConfigError(`${name} is no setting of Despatch: did you mean ${nearest(name, ownNames)}?`)
    }
  }
  const databaseUrl = readDatabaseUrl(env['DATABASE_URL'])
  return {
    port: readPort(env['PORT'] || '3000'),
    dataDirectory: resolve(env['PORTAL_DATA'] || './data'),
    databaseUrl,
    databaseMemory: readWholeNumber('PORTAL_DATABASE_MEMORY_MB', env['PORTAL_DATABASE_MEMORY_MB'] || '256', 64, 65_536),
    demo: readSwitch('PORTAL_DEMO', env['PORTAL_DEMO'] || (databaseUrl === undefined ? 'on' : 'off')),
    secret: readSecret('PORTAL_SECRET', env['PORTAL_SECRET']),
    ...readMail(env['PORTAL_SMTP'], env['PORTAL_MAIL_FROM']),
    contact: readContact(env['PORTAL_CONTACT']),
    publicUrl: readPublicUrl(env['PORTAL_URL']),
    addressProvider: readAddressProvider(env),
    powerBi: readPowerBi(env),
    webhookAllow: readAllowed(env['PORTAL_WEBHOOK_ALLOW']),
    metricsToken: readSecret('PORTAL_METRICS_TOKEN', env['PORTAL_METRICS_TOKEN']),
    limits: readLimits(env),
    trustedProxies: readTrustedProxies(env['PORTAL_TRUSTED_PROXIES']),
  }
}

function readLimits(env: Readonly<Record<string, string | undefined>>): Partial<Limits> {
  const chosen = Object.entries(LIMIT_SETTINGS).flatMap(([name, { min, max, limitsOf }]) => {
    const text = env[name]
    if (!text) return []
    return limitsOf(readWholeNumber(name, text, min, max))
  })
  return Object.assign({}, ...chosen)
}

function readWholeNumber(name: string, text: string, min: number, max: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < min || Number(text) > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  return Number(text)
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new ConfigError(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  }
  return port
}

function readSwitch(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} must be on or off, not "${text}".`)
  return text === 'on'
}

// No message contains the value, because it holds a password.
function readDatabaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new ConfigError(
      'DATABASE_URL must be the address of a PostgreSQL, like postgres://user:password@host:5432/database.',
    )
  }
  return text
}

// Nor does this one.
function readSecret(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (text.length < MIN_SECRET_LENGTH)
    throw new ConfigError(
      `${name} must have at least ${MIN_SECRET_LENGTH} characters, like what "openssl rand -base64 32" prints.`,
    )
  return text
}

const MAIL_FROM = /^(?:[^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u

function readMail(smtp: string | undefined, from: string | undefined): Pick<Config, 'smtp' | 'mailFrom'> {
  const url = smtp && URL.canParse(smtp) ? new URL(smtp) : undefined
  if (smtp && (!url?.hostname || !['smtp:', 'smtps:'].includes(url.protocol)))
    throw new ConfigError('PORTAL_SMTP must be the address of a mail server, like smtp://user:password@host:587.')
  if (from && !MAIL_FROM.test(from))
    throw new ConfigError(`PORTAL_MAIL_FROM must be like Despatch <no-reply@example.com>, not "${from}".`)
  if (smtp && !from)
    throw new ConfigError('PORTAL_SMTP needs PORTAL_MAIL_FROM beside it, like Despatch <no-reply@example.com>.')
  return { smtp: smtp || undefined, mailFrom: from || 'Despatch <despatch@localhost>' }
}

const MAX_CONTACT = 200

function readContact(text = ''): string {
  if (text.length > MAX_CONTACT || /\p{Cc}/u.test(text))
    throw new ConfigError(
      `PORTAL_CONTACT must be one line of at most ${MAX_CONTACT} characters, like Despatch desk, desk@example.com.`,
    )
  return text.trim()
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:\/\/[^/]+\/?$/.test(url.href) || url.username || url.password)
    throw new ConfigError(`PORTAL_URL must be where people reach the portal, like https://despatch.example.com.`)
  return url.origin
}

const ADDRESS_TIMEOUT_MS = '1500'

function readAddressProvider(env: Readonly<Record<string, string | undefined>>): AddressProviderSettings | undefined {
  const [text, key, timeout] = [env['PORTAL_ADDRESS_URL'], env['PORTAL_ADDRESS_KEY'], env['PORTAL_ADDRESS_TIMEOUT_MS']]
  if (!text) {
    const alone = key ? 'PORTAL_ADDRESS_KEY' : timeout ? 'PORTAL_ADDRESS_TIMEOUT_MS' : undefined
    if (alone) throw new ConfigError(`${alone} needs PORTAL_ADDRESS_URL beside it: whom to ask for addresses.`)
    return undefined
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new ConfigError(
      'PORTAL_ADDRESS_URL must be the address of a provider, like https://addresses.example.com/v1.',
    )
  // The message does not contain the value, because it is a secret.
  if (!key || !/^[\x21-\x7e]{1,500}$/.test(key))
    throw new ConfigError('PORTAL_ADDRESS_URL needs PORTAL_ADDRESS_KEY beside it: the key that the provider gave.')
  const timeoutMs = Number(timeout || ADDRESS_TIMEOUT_MS)
  if (!/^\d{3,5}$/.test(timeout || ADDRESS_TIMEOUT_MS) || timeoutMs < 100 || timeoutMs > 10_000)
    throw new ConfigError(`PORTAL_ADDRESS_TIMEOUT_MS must be a whole number from 100 to 10000, not "${timeout}".`)
  return { url: url.href.replace(/\/+$/, ''), key, timeoutMs }
}

/** Required Power BI settings and their format. No message contains a value, because one is a secret. */
const POWER_BI_NEEDS = {
  PORTAL_POWERBI_TENANT: /^[A-Za-z0-9.-]{1,100}$/,
  PORTAL_POWERBI_CLIENT_ID: /^[0-9A-Fa-f-]{36}$/,
  PORTAL_POWERBI_CLIENT_SECRET: /^[\x21-\x7e]{1,500}$/,
  PORTAL_POWERBI_WORKSPACE: /^[0-9A-Fa-f-]{36}$/,
}

function readPowerBi(env: Readonly<Record<string, string | undefined>>): PowerBiSettings | undefined {
  if (!Object.entries(env).some(([name, value]) => name.startsWith('PORTAL_POWERBI_') && value)) return undefined
  for (const [name, shape] of Object.entries(POWER_BI_NEEDS))
    if (!shape.test(env[name] ?? ''))
      throw new ConfigError(
        `${name} must be given for Power BI: PORTAL_POWERBI_TENANT, _CLIENT_ID, _CLIENT_SECRET and _WORKSPACE are what Microsoft shows for the application and its workspace.`,
      )
  const origin = (name: string, usual: string) => {
    const url = URL.canParse(env[name] || usual) ? new URL(env[name] || usual) : undefined
    if (!url || !/^https?:\/\/[^/]+\/?$/.test(url.href) || url.username || url.password)
      throw new ConfigError(`${name} must be like ${usual}.`)
    return url.origin
  }
  const timeout = env['PORTAL_POWERBI_TIMEOUT_MS'] || '4000'
  if (!/^\d{3,5}$/.test(timeout) || Number(timeout) > 30_000)
    throw new ConfigError(`PORTAL_POWERBI_TIMEOUT_MS must be a whole number from 100 to 30000, not "${timeout}".`)
  return {
    tenant: env['PORTAL_POWERBI_TENANT'] ?? '',
    clientId: env['PORTAL_POWERBI_CLIENT_ID'] ?? '',
    clientSecret: env['PORTAL_POWERBI_CLIENT_SECRET'] ?? '',
    workspace: env['PORTAL_POWERBI_WORKSPACE'] ?? '',
    roles: (env['PORTAL_POWERBI_ROLES'] ?? '').split(',').flatMap((role) => role.trim() || []),
    loginUrl: origin('PORTAL_POWERBI_LOGIN_URL', 'https://login.microsoftonline.com'),
    apiUrl: origin('PORTAL_POWERBI_API_URL', 'https://api.powerbi.com'),
    embedUrl: origin('PORTAL_POWERBI_EMBED_URL', 'https://app.powerbi.com'),
    timeoutMs: Number(timeout),
  }
}

function readAllowed(text = ''): string[] {
  const entries = text.split(',').flatMap((entry) => entry.trim() || [])
  const wrong = entries.find((entry) => !isAllowEntry(entry))
  if (wrong !== undefined)
    throw new ConfigError(
      `PORTAL_WEBHOOK_ALLOW must be hosts and networks with commas between them, like hooks.internal,10.1.0.0/16: "${wrong}" is neither.`,
    )
  return entries
}

function nearest(name: string, known: readonly string[]): string | undefined {
  return known.toSorted((one, other) => editDistance(name, one) - editDistance(name, other))[0]
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(to).entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
