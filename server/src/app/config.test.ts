import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('with nothing given: port 3000, ./data, the embedded database, the demo', () => {
  const config = { port: 3000, dataDirectory: resolve('data'), databaseUrl: undefined, demo: true }
  expect(readConfig({ HOME: '/home/someone' })).toEqual(config)
  expect(readConfig({ PORT: '', PORTAL_DATA: '', DATABASE_URL: '', PORTAL_DEMO: '' })).toEqual(config)
})

test('with a database of one’s own the demo is off unless it is asked for', () => {
  const databaseUrl = 'postgresql://me:secret@db.example/portal'
  expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl, demo: false })
  expect(readConfig({ DATABASE_URL: databaseUrl, PORTAL_DEMO: 'on' }).demo).toBe(true)
})

test('what is given counts', () => {
  const given = { PORT: '0', PORTAL_DATA: '/srv/despatch', PORTAL_DEMO: 'off' }
  expect(readConfig(given)).toEqual({
    port: 0,
    dataDirectory: '/srv/despatch',
    databaseUrl: undefined,
    demo: false,
  })
})

test.each([
  [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, not "80a".'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
  [{ PORT: '3e3' }, 'PORT must be a whole number from 0 to 65535, not "3e3".'],
  [{ PORTAL_DEMO: 'yes' }, 'PORTAL_DEMO must be on or off, not "yes".'],
  [{ PORTAL_DATE: '/srv' }, 'PORTAL_DATE is no setting of Despatch: did you mean PORTAL_DATA?'],
  [{ PORTAL_DEMOS: 'on' }, 'PORTAL_DEMOS is no setting of Despatch: did you mean PORTAL_DEMO?'],
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
