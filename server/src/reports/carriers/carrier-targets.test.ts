import { carrierTargets } from '@despatch/contract/reports/carrier-targets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let staff: SignedIn
let client: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
  await makeClient(portal.testDatabase, { code: 'ACME' })
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal User' })), client: 'All_client' }
  client = await makeSession(portal.testDatabase, { clients: ['ACME'], type: 'Client Administrator' })
})
afterAll(() => portal.close())

const targets = async (as = staff) => (await portal.call(carrierTargets.list, {}, as)).body.targets
const save = (of: Record<string, string>, as = staff) =>
  portal.call(
    carrierTargets.save,
    { body: { targets: Object.entries(of).map(([carrier, onTime]) => ({ carrier, onTime })) } },
    as,
  )
const acts = () =>
  portal.testDatabase.asOwner("select object, before, after from audit where act = 'carrier.targets-set' order by at")

test('a target is set, changed and removed without the others, and clients see it', async () => {
  expect((await save({ DPD: '98.5', EVRI: '95' })).status).toBe(200)
  await save({ DPD: '97' })
  await save({ EVRI: '' })
  expect(await targets()).toEqual([{ carrier: 'DPD', onTime: 97 }])
  expect(await targets(client)).toEqual([{ carrier: 'DPD', onTime: 97 }])
  expect(await acts()).toEqual([
    { object: 'DPD, EVRI', before: { DPD: null, EVRI: null }, after: { DPD: 98.5, EVRI: 95 } },
    { object: 'DPD', before: { DPD: 98.5 }, after: { DPD: 97 } },
    { object: 'EVRI', before: { EVRI: 95 }, after: { EVRI: null } },
  ])
})

test('a save that changes nothing is not audited', async () => {
  const before = await acts()
  expect((await save({ DPD: '97.0', ROYAL: '' })).status).toBe(200)
  expect(await acts()).toEqual(before)
})

test('client users cannot set targets', async () => {
  expect((await save({ DPD: '90' }, client)).status).toBe(403)
  expect(await targets()).toEqual([{ carrier: 'DPD', onTime: 97 }])
})

test.each(['100.1', '98.55', '-1', 'high'])('%s is no target', async (onTime) => {
  const { status, body } = await save({ DPD: onTime })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('such as 98.5')])
})
