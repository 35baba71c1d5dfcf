import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from './start-error.ts'
import { readConfig } from './config.ts'

test('with no settings: port 3000, ./data, the embedded database, the demo', () => {
  const config = {
    port: 3000,
    dataDirectory: resolve('data'),
    databaseUrl: undefined,
    databaseMemory: 256,
    demo: true,
    secret: undefined,
    smtp: undefined,
    mailFrom: 'Despatch <despatch@localhost>',
    contact: '',
    publicUrl: undefined,
    addressProvider: undefined,
    powerBi: undefined,
    webhookAllow: [],
    metricsToken: undefined,
    limits: {},
    trustedProxies: ['loopback'],
  }
  const empty = { PORT: '', PORTAL_DATA: '', DATABASE_URL: '', PORTAL_DEMO: '', PORTAL_SECRET: '', PORTAL_SMTP: '' }
  expect(readConfig({ HOME: '/home/someone' })).toEqual(config)
  expect(readConfig({ ...empty, PORTAL_MAIL_FROM: '', PORTAL_URL: '' })).toEqual(config)
})

test('with an external database the demo is off unless it is requested', () => {
  const databaseUrl = 'postgresql://me:secret@db.example/portal'
  expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl, demo: false })
  expect(readConfig({ DATABASE_URL: databaseUrl, PORTAL_DEMO: 'on' }).demo).toBe(true)
})

test('settings replace the defaults', () => {
  const env = {
    PORT: '0',
    PORTAL_DATA: '/srv/despatch',
    PORTAL_DATABASE_MEMORY_MB: '4096',
    PORTAL_DEMO: 'off',
    PORTAL_SECRET: 's'.repeat(32),
    PORTAL_SMTP: 'smtps://me:secret@mail.example',
    PORTAL_MAIL_FROM: 'Despatch <no-reply@example.com>',
    PORTAL_CONTACT: ' Despatch desk, desk@example.com ',
    PORTAL_URL: 'https://Despatch.example.com/',
    PORTAL_WEBHOOK_ALLOW: 'hooks.internal, 10.1.0.0/16,',
    PORTAL_MAX_CONNECTIONS: '500',
    PORTAL_IDLE_SECONDS: '60',
    PORTAL_CALLS_PER_SECOND: '20',
    PORTAL_METRICS_TOKEN: 'm'.repeat(32),
    PORTAL_TRUSTED_PROXIES: 'loopback, 10.2.0.0/16,2001:db8::7',
  }
  expect(readConfig(env)).toEqual({
    port: 0,
    dataDirectory: '/srv/despatch',
    databaseUrl: undefined,
    databaseMemory: 4096,
    demo: false,
    secret: 's'.repeat(32),
    smtp: 'smtps://me:secret@mail.example',
    mailFrom: 'Despatch <no-reply@example.com>',
    contact: 'Despatch desk, desk@example.com',
    publicUrl: 'https://despatch.example.com',
    addressProvider: undefined,
    powerBi: undefined,
    webhookAllow: ['hooks.internal', '10.1.0.0/16'],
    metricsToken: 'm'.repeat(32),
    limits: { connections: 500, idleMs: 60_000, callsPerSecond: 20 },
    trustedProxies: ['loopback', '10.2.0.0/16', '2001:db8::7'],
  })
})

const POWER_BI = {
  PORTAL_POWERBI_TENANT: 'example.onmicrosoft.com',
  PORTAL_POWERBI_CLIENT_ID: '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0001',
  PORTAL_POWERBI_CLIENT_SECRET: 's3cret~',
  PORTAL_POWERBI_WORKSPACE: '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002',
}

test('Power BI uses Microsoft’s addresses by default, and needs all of its four settings', () => {
  expect(readConfig({ ...POWER_BI, PORTAL_POWERBI_ROLES: 'Client, Site' }).powerBi).toEqual({
    tenant: 'example.onmicrosoft.com',
    clientId: POWER_BI.PORTAL_POWERBI_CLIENT_ID,
    clientSecret: 's3cret~',
    workspace: POWER_BI.PORTAL_POWERBI_WORKSPACE,
    roles: ['Client', 'Site'],
    loginUrl: 'https://login.microsoftonline.com',
    apiUrl: 'https://api.powerbi.com',
    embedUrl: 'https://app.powerbi.com',
    timeoutMs: 4000,
  })
  for (const name of Object.keys(POWER_BI)) expect(() => readConfig({ ...POWER_BI, [name]: '' })).toThrow(name)
  for (const more of [{ PORTAL_POWERBI_API_URL: 'https://host/v1' }, { PORTAL_POWERBI_TIMEOUT_MS: '99999' }])
    expect(() => readConfig({ ...POWER_BI, ...more })).toThrow(Object.keys(more)[0])
})

test('an address provider has an address, a key and, by default, 1.5 seconds', () => {
  const env = { PORTAL_ADDRESS_URL: 'https://addresses.example.com/v1/', PORTAL_ADDRESS_KEY: 'key' }
  expect(readConfig(env).addressProvider).toEqual({
    url: 'https://addresses.example.com/v1',
    key: 'key',
    timeoutMs: 1500,
  })
  expect(readConfig({ ...env, PORTAL_ADDRESS_TIMEOUT_MS: '300' }).addressProvider?.timeoutMs).toBe(300)
})

test.each([
  [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, not "80a".'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
  [{ PORT: '3e3' }, 'PORT must be a whole number from 0 to 65535, not "3e3".'],
  [{ PORTAL_DEMO: 'yes' }, 'PORTAL_DEMO must be on or off, not "yes".'],
  [{ PORTAL_DATE: '/srv' }, 'PORTAL_DATE is no setting of Despatch: did you mean PORTAL_DATA?'],
  [{ PORTAL_DEMOS: 'on' }, 'PORTAL_DEMOS is no setting of Despatch: did you mean PORTAL_DEMO?'],
  [
    { PORTAL_SECRET: 'secret' },
    'PORTAL_SECRET must have at least 32 characters, like what "openssl rand -base64 32" prints.',
  ],
  [
    { PORTAL_METRICS_TOKEN: 'short' },
    'PORTAL_METRICS_TOKEN must have at least 32 characters, like what "openssl rand -base64 32" prints.',
  ],
  [
    { PORTAL_SMTP: 'http://me:secret@host' },
    'PORTAL_SMTP must be the address of a mail server, like smtp://user:password@host:587.',
  ],
  [
    { PORTAL_SMTP: 'smtp://me:secret@host' },
    'PORTAL_SMTP needs PORTAL_MAIL_FROM beside it, like Despatch <no-reply@example.com>.',
  ],
  [{ PORTAL_MAIL_FROM: 'Despatch' }, 'PORTAL_MAIL_FROM must be like Despatch <no-reply@example.com>, not "Despatch".'],
  ...['addresses.example.com', 'ftp://host', 'https://me:secret@host', 'https://host?key=1', 'https://host#x'].map(
    (url): [Record<string, string>, string] => [
      { PORTAL_ADDRESS_URL: url, PORTAL_ADDRESS_KEY: 'key' },
      'PORTAL_ADDRESS_URL must be the address of a provider, like https://addresses.example.com/v1.',
    ],
  ),
  ...['', 'se cret'].map((key): [Record<string, string>, string] => [
    { PORTAL_ADDRESS_URL: 'https://host', PORTAL_ADDRESS_KEY: key },
    'PORTAL_ADDRESS_URL needs PORTAL_ADDRESS_KEY beside it: the key that the provider gave.',
  ]),
  ...['https://host', '10.0.0.0/33', 'two words'].map((wrong): [Record<string, string>, string] => [
    { PORTAL_WEBHOOK_ALLOW: `hooks.internal,${wrong}` },
    `PORTAL_WEBHOOK_ALLOW must be hosts and networks with commas between them, like hooks.internal,10.1.0.0/16: "${wrong}" is neither.`,
  ]),
  ...['proxy.internal', '10.0.0.0/33', '0.0.0.0/0', '::/0', 'yes'].map((wrong): [Record<string, string>, string] => [
    { PORTAL_TRUSTED_PROXIES: `loopback,${wrong}` },
    `PORTAL_TRUSTED_PROXIES must be addresses and networks of your proxies with commas between them, like loopback,10.1.0.0/16: "${wrong}" is neither.`,
  ]),
  ...['Despatch desk\nLondon', 'x'.repeat(201)].map((wrong): [Record<string, string>, string] => [
    { PORTAL_CONTACT: wrong },
    'PORTAL_CONTACT must be one line of at most 200 characters, like Despatch desk, desk@example.com.',
  ]),
  [{ PORTAL_ADDRESS_KEY: 'key' }, 'PORTAL_ADDRESS_KEY needs PORTAL_ADDRESS_URL beside it: whom to ask for addresses.'],
  ...['0', '99', '10001', '1.5', 'soon'].map((time): [Record<string, string>, string] => [
    { PORTAL_ADDRESS_URL: 'https://host', PORTAL_ADDRESS_KEY: 'key', PORTAL_ADDRESS_TIMEOUT_MS: time },
    `PORTAL_ADDRESS_TIMEOUT_MS must be a whole number from 100 to 10000, not "${time}".`,
  ]),
])('%o is refused with one line', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message))
})

test.each(['mysql://me:secret@host/db', 'localhost:5432', 'secret'])(
  'DATABASE_URL=%s is refused without being repeated',
  (text) => {
    expect(() => readConfig({ DATABASE_URL: text })).toThrow(
      /^DATABASE_URL must be the address of a PostgreSQL(?!.*secret)/,
    )
  },
)

test.each(['despatch.example.com', 'ftp://host', 'https://host/portal', 'https://host?x', 'https://me:secret@host'])(
  'PORTAL_URL=%s is refused',
  (text) => {
    expect(() => readConfig({ PORTAL_URL: text })).toThrow(
      new ConfigError('PORTAL_URL must be where people reach the portal, like https://despatch.example.com.'),
    )
  },
)
