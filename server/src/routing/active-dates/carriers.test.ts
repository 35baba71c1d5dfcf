import type { CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, status, update } = contract.carriers
let portal: TestPortal
let client: string
let user: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  client = await makeClient(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, client, [
    carrierItem('DPD', { name: 'DPD UK', activeDates: [{ from: '2026-01-01', to: null }] }),
    carrierItem('EVRI', { active: 'N' }),
    methodItem('M1', 'DPD'),
    methodItem('M2', 'DPD'),
    {
      kind: 'fixed-route',
      key: 'R1',
      content: {
        by: { sku: 'LAMP' },
        regions: [],
        carrier: 'DPD',
        clientMethodID: null,
        startDate: null,
        endDate: null,
      },
    },
  ])
  user = await makeSession(portal.testDatabase, { clients: [client] })
})
afterAll(() => portal.close())

const read = async (carrier = 'DPD'): Promise<CarrierStatus> =>
  (await portal.call(status, { params: { client, carrier } }, user)).body
type Body = RouteInput<typeof update>['body']
const save = async (given: Partial<Body> = {}, as = user) => {
  const { active, activeDates, version } = await read()
  return portal.call(update, { body: { client, carrier: 'DPD', active, activeDates, version, ...given } }, as)
}
const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: unknown }).fields

test('the list has the client’s carriers with dates and methods, and no other client’s', async () => {
  const other = await makeClient(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, other, [carrierItem('DHL'), methodItem('M3', 'DHL')])
  const { body } = await portal.call(list, {}, user)
  expect(body.carriers).toEqual([
    {
      client,
      carrier: 'DPD',
      carrierName: 'DPD UK',
      active: 'Y',
      activeDates: [{ from: '2026-01-01', to: null }],
      methods: 2,
      version: 1,
    },
    { client, carrier: 'EVRI', carrierName: 'EVRI', active: 'N', activeDates: [], methods: 0, version: 1 },
  ])
  expect(await read()).toEqual(body.carriers[0])
  expect(await portal.call(status, { params: { client: other, carrier: 'DHL' } }, user)).toMatchObject({ status: 404 })
  expect(await portal.call(status, { params: { client, carrier: 'DHL' } }, user)).toMatchObject({ status: 404 })
})

describe('setting the active flag and dates of a carrier', () => {
  test('publishes a version with the dates in order, its author and an audit row', async () => {
    const spring = { from: '2026-03-01', to: '2026-05-31' }
    const autumn = { from: '2026-09-01', to: null }
    const saved = await save({ active: 'N', activeDates: [autumn, spring] })
    expect(saved).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully.', ruleBookVersion: 2, version: 2 },
    })
    expect(await read()).toMatchObject({
      carrierName: 'DPD UK',
      active: 'N',
      activeDates: [spring, autumn],
      methods: 2,
      version: 2,
    })
    expect(await read('EVRI')).toMatchObject({ version: 1 })
    const [book] = await portal.testDatabase.asOwner(
      'select summary, changes from rule_books where client_code = $1 and version = 2',
      [client],
    )
    expect(book).toEqual({ summary: 'Active dates of DPD UK', changes: 1 })
    const audited = await portal.testDatabase.asOwner(
      'select act, object, before, after from audit where record = $1',
      [`rule-book:${client}`],
    )
    expect(audited).toMatchObject([
      {
        act: 'rule-book.changed',
        before: { 'carrier DPD': { active: 'Y' } },
        after: { 'carrier DPD': { active: 'N', activeDates: [spring, autumn] } },
      },
    ])
  })

  test('overlapping, reversed or absurd ranges are refused at their field, and nothing is saved', async () => {
    const ranges = (...activeDates: NonNullable<Body['activeDates']>) => save({ activeDates })
    expect(
      await ranges({ from: '2026-02-01', to: '2026-03-01' }, { from: '2026-01-01', to: '2026-02-01' }),
    ).toMatchObject({
      status: 400,
      body: {
        fields: [
          {
            path: 'activeDates.0.from',
            message: 'It overlaps with 1 Jan 2026 to 1 Feb 2026: begin on 2 Feb 2026 or later',
          },
        ],
      },
    })
    expect(fieldsOf(await ranges({ from: '2026-02-01', to: '2026-01-01' }))).toMatchObject([
      { path: expect.stringMatching(/activeDates\.0\.to$/), message: 'The end date is before the start date' },
    ])
    expect(fieldsOf(await ranges({ from: '1026-02-01', to: null }))).toMatchObject([{ path: 'activeDates.0.from' }])
    expect(await read()).toMatchObject({ version: 1, activeDates: [{ from: '2026-01-01', to: null }] })
  })

  test('of two users who edit the same version, the second is refused', async () => {
    const first = await save({ active: 'N' })
    expect(first.status).toBe(200)
    expect(await save({ version: 1, active: 'Y' })).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await read()).toMatchObject({ active: 'N', version: 2 })
  })

  test('needs Edit permission, a carrier of the client, and the client of the call', async () => {
    const reader = await makeSession(portal.testDatabase, {
      clients: [client],
      holds: (_leaf, right) => right !== 'Edit',
    })
    expect((await portal.call(list, {}, reader)).status).toBe(200)
    expect((await save({}, reader)).status).toBe(403)
    expect((await save({ carrier: 'NONE' })).status).toBe(404)
    const other = await makeClient(portal.testDatabase)
    await makeRuleBook(portal.testDatabase, other, [carrierItem('DPD')])
    expect((await save({ client: other, version: 1 })).status).toBe(404)
  })
})
