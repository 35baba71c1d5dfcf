import { contract } from '@despatch/contract/contract'
import { DEFAULT_CLIENT_SETTINGS } from '@despatch/domain/administration/clients/client-settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { settings: read, setSettings, remove } = contract.clients
let portal: TestPortal
let acme: string
let birch: string
/** An internal user and an administrator of ACME; both hold every right. */
let operator: SignedIn
let administrator: SignedIn & { client: string }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on, { settings: {} })
  birch = await makeClient(on, { settings: {} })
  operator = await makeSession(on, { clients: [], type: 'Internal Administrator' })
  administrator = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
})
afterAll(() => portal.close())

const readOf = (client: string, as: SignedIn = operator) => portal.call(read, { query: { client } }, as)
const set = (settings: object, version?: number, as: SignedIn = operator) =>
  portal.send(setSettings, { body: { client: acme, settings, ...(version !== undefined && { version }) } }, as)

test('settings have defaults; setting some keeps the others, and the history shows the change', async () => {
  expect((await readOf(acme)).body).toEqual({ client: acme, version: 1, settings: DEFAULT_CLIENT_SETTINGS })
  expect((await set({ showCosts: true })).body).toEqual({
    message: 'Data updated successfully.',
    client: acme,
    version: 2,
    settings: { ...DEFAULT_CLIENT_SETTINGS, showCosts: true },
  })
  await set({ showStaffNames: true })
  expect((await readOf(acme)).body).toEqual({
    client: acme,
    version: 3,
    settings: { ...DEFAULT_CLIENT_SETTINGS, showCosts: true, showStaffNames: true },
  })
  expect((await readOf(birch)).body.settings).toEqual(DEFAULT_CLIENT_SETTINGS)
  expect(
    await portal.testDatabase.asOwner(
      'select client_code, act, before, after from audit where record = $1 order by audit_id',
      [`client:${acme}`],
    ),
  ).toEqual([
    { client_code: acme, act: 'client.settings-set', before: { showCosts: false }, after: { showCosts: true } },
    {
      client_code: acme,
      act: 'client.settings-set',
      before: { showStaffNames: false },
      after: { showStaffNames: true },
    },
  ])
})

test('settings that nobody chose are not stored, so new defaults reach the client', async () => {
  await set({ showCosts: true })
  await set({ showStaffNames: false })
  expect(
    await portal.testDatabase.asOwner('select settings from client_settings where client_code = $1', [acme]),
  ).toEqual([{ settings: { showCosts: true, showStaffNames: false } }])
})

test('changing an old version is refused; without a version the last writer wins', async () => {
  await set({ showCosts: true }, 1)
  expect(await set({ showCosts: false }, 1)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await set({ showCosts: false })).toMatchObject({ status: 200, body: { version: 3 } })
})

test('client users read their own settings and set none; an unknown setting is refused', async () => {
  expect((await readOf(acme, administrator)).body.settings).toEqual(DEFAULT_CLIENT_SETTINGS)
  expect(await readOf(birch, administrator)).toMatchObject({ status: 404 })
  expect(await readOf('NOSUCH')).toMatchObject({ status: 404 })
  expect(await set({ showCosts: true }, undefined, administrator)).toMatchObject({
    status: 403,
    body: { code: 'unauthorized_access' },
  })
  expect(await set({ showMoods: true })).toMatchObject({ status: 400 })
  expect((await readOf(acme)).body.version).toBe(1)
})

test('a client without stored settings has version 0', async () => {
  await portal.testDatabase.asOwner('delete from client_settings where client_code = $1', [acme])
  expect((await readOf(acme)).body).toEqual({ client: acme, version: 0, settings: DEFAULT_CLIENT_SETTINGS })
  expect(await set({ showCosts: true }, 0)).toMatchObject({ status: 200, body: { version: 1 } })
})

test('deleting a client deletes its settings', async () => {
  await portal.call(setSettings, { body: { client: birch, settings: { showCosts: true } } }, operator)
  expect((await portal.call(remove, { query: { id: birch } }, operator)).status).toBe(200)
  expect(await portal.testDatabase.asOwner('select 1 from client_settings where client_code = $1', [birch])).toEqual([])
})
