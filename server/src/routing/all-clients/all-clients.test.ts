import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession, SHOWS_EVERYTHING } from '../../testing/factories.ts'
import { capacityItem, carrierItem, limitsItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { preview, change, undo } = contract['all-clients']
let portal: TestPortal
/** ONE and TWO are clients of the user; OTHER is not. */
let one: string
let two: string
let other: string
let staff: SignedIn
let user: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  ;[one, two, other] = (await Promise.all([1, 2, 3].map(() => makeClient(portal.testDatabase)))) as [
    string,
    string,
    string,
  ]
  for (const client of [one, two, other])
    await makeRuleBook(portal.testDatabase, client, [
      carrierItem('DHL', { name: 'DHL', activeDates: [{ from: '2026-01-01', to: '2026-11-08' }] }),
      methodItem('DHL-1', 'DHL'),
      capacityItem('DHL', 40),
      limitsItem('DHL-1', { NumberOfParcels: 6, ParcelWeight: 30_000 }),
    ])
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal User', clients: [] })), client: 'All_client' }
  user = { ...(await makeSession(portal.testDatabase, { clients: [one, two] })), client: 'All_client' }
})

type Body = RouteInput<typeof change>['body']
const extended = { change: 'extend-dates', to: '2026-12-31' } as const
const of = (clients: readonly string[], key = 'DHL', version?: number): Body['targets'] =>
  clients.map((client) => ({ client, items: [{ key, ...(version !== undefined && { version }) }] }))
const send = (body: Body, as = staff) => portal.call(change, { body }, as)
const datesOf = async (client: string) => {
  const { body } = await portal.call(
    contract.carriers.status,
    { params: { client, carrier: 'DHL' } },
    { ...staff, client },
  )
  return body.activeDates
}
const UNTIL_NOVEMBER = [{ from: '2026-01-01', to: '2026-11-08' }]
const UNTIL_DECEMBER = [{ from: '2026-01-01', to: '2026-12-31' }]
const outcomes = ({ body }: { body: { clients: readonly { client: string; outcome: string }[] } }) =>
  Object.fromEntries(body.clients.map(({ client, outcome }) => [client, outcome]))

describe('the lists of carriers, capacities, methods and limits', () => {
  test('cover all clients of the caller and no others', async () => {
    const clientsOf = (rows: readonly { client: string }[]) => [...new Set(rows.map(({ client }) => client))].toSorted()
    const mine = [one, two].toSorted()
    expect(clientsOf((await portal.call(contract.carriers.list, {}, user)).body.carriers)).toEqual(mine)
    expect(clientsOf((await portal.call(contract.capacity.list, {}, user)).body.carriers)).toEqual(mine)
    expect(clientsOf((await portal.call(contract.prices.list, {}, user)).body.costings)).toEqual(mine)
    expect(clientsOf((await portal.call(contract['parcel-limits'].all, {}, user)).body.methods)).toEqual(mine)
    const { body } = await portal.call(contract.carriers.list, {}, staff)
    expect(clientsOf(body.carriers)).toEqual(expect.arrayContaining([one, two, other]))
  })
})

describe('previewing a change', () => {
  test('shows current and new values with the version for each client, and changes nothing', async () => {
    await makeRuleBook(portal.testDatabase, two, [carrierItem('DHL', { name: 'DHL' })])
    const { body } = await portal.call(preview, { body: { change: extended, targets: of([one, two]) } }, staff)
    expect(body.clients).toMatchObject([
      {
        client: one,
        outcome: 'changes',
        items: [
          {
            kind: 'carrier',
            key: 'DHL',
            name: 'DHL',
            version: 1,
            before: { activeDates: UNTIL_NOVEMBER },
            after: { activeDates: UNTIL_DECEMBER },
          },
        ],
      },
      // The carrier is always active, so there are no dates to extend.
      { client: two, outcome: 'same', items: [] },
    ])
    expect(await datesOf(one)).toEqual(UNTIL_NOVEMBER)
  })

  test.each([
    [{ change: 'active', active: 'N' }, 'DHL', { active: 'N' }],
    [{ change: 'dates', activeDates: [] }, 'DHL', { activeDates: [] }],
    [{ change: 'capacity-percent', percent: 25 }, 'DHL', { capacities: [{ slots: [50, 50, 50, 50, 50, 50, 50] }] }],
    [
      { change: 'capacity', quantityLimit: [9, 9, 9, 9, 9, null, null] },
      'DHL',
      { capacities: [{ slots: [9, 9, 9, 9, 9, null, null], effectiveFrom: null }] },
    ],
    [{ change: 'limits', limits: { ParcelWeight: 25 } }, 'DHL-1', { ParcelWeight: 25_000, NumberOfParcels: 6 }],
    [{ change: 'prices', percent: 5 }, 'DHL-1', { pricing: { primaryCosting: { baseCost: 47_250 } } }],
  ] as const)('%j', async (given, key, after) => {
    // The types of the table are narrower than the call's.
    const body = { change: given as Body['change'], targets: of([one], key) }
    expect((await portal.call(preview, { body }, staff)).body.clients).toMatchObject([
      { outcome: 'changes', items: [{ key, after }] },
    ])
  })

  test('says which client refuses it and why, beside the clients that would change', async () => {
    await makeRuleBook(portal.testDatabase, two, [])
    const targets = of([one, other], 'DHL')
    const { body } = await portal.call(preview, { body: { change: extended, targets } }, user)
    expect(body.clients).toMatchObject([
      { client: one, outcome: 'changes' },
      { client: other, outcome: 'refused', items: [] },
    ])
  })

  test('warns if prices rise by more than a quarter', async () => {
    const body = { change: { change: 'prices', percent: 40 } as const, targets: of([one], 'DHL-1') }
    const { clients } = (await portal.call(preview, { body }, staff)).body
    expect(clients[0]?.warnings).toEqual([expect.stringContaining('More than a quarter dearer')])
  })
})

describe('making a change', () => {
  test('publishes a version with the note for each client', async () => {
    const answer = await send({ change: extended, targets: of([one, two], 'DHL', 1), note: 'Renewed' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Changed for 2 clients.',
        clients: [
          { client: one, outcome: 'changed', version: 2 },
          { client: two, outcome: 'changed', version: 2 },
        ],
      },
    })
    expect([await datesOf(one), await datesOf(two), await datesOf(other)]).toEqual([
      UNTIL_DECEMBER,
      UNTIL_DECEMBER,
      UNTIL_NOVEMBER,
    ])
    const { body } = await portal.call(contract.allocation.versions, { query: {} }, { ...staff, client: one })
    expect(body.versions[0]).toMatchObject({ version: 2, note: 'Renewed', changes: 1 })
    const audited = await portal.testDatabase.asOwner(
      `select client_code from audit where act = 'rule-book.changed' and client_code = any ($1) order by client_code`,
      [[one, two]],
    )
    expect(audited.map(({ client_code }) => client_code)).toEqual([one, two].toSorted())
  })

  test('changes no client if one refuses, or the others if the caller chose that', async () => {
    await makeRuleBook(portal.testDatabase, two, [carrierItem('DHL', { name: 'DHL', active: 'N' })])
    const body: Body = { change: extended, targets: of([one, two], 'DHL', 1) }
    const none = await send(body)
    expect(none.body.message).toBe('Nothing was changed. 1 client couldn’t be changed.')
    expect(none.body.clients).toMatchObject([
      { client: one, outcome: 'left', version: null },
      { client: two, outcome: 'refused', reason: expect.stringContaining('This has changed: ') },
    ])
    expect(await datesOf(one)).toEqual(UNTIL_NOVEMBER)
    const others = await send({ ...body, onRefusal: 'others' })
    expect(others.body.message).toBe('Changed for 1 client. 1 client couldn’t be changed.')
    expect(outcomes(others)).toEqual({ [one]: 'changed', [two]: 'refused' })
    expect(await datesOf(one)).toEqual(UNTIL_DECEMBER)
  })

  test.each(['none', 'others'] as const)(
    'touches no client that is not the caller’s (if one refuses: %s)',
    async (onRefusal) => {
      const answer = await send({ change: extended, targets: of([one, other]), onRefusal }, user)
      expect(outcomes(answer)[other]).toBe('refused')
      expect(await datesOf(other)).toEqual(UNTIL_NOVEMBER)
      expect(await datesOf(one)).toEqual(onRefusal === 'none' ? UNTIL_NOVEMBER : UNTIL_DECEMBER)
    },
  )

  test('needs the permission of the screen for each change', async () => {
    const holds = (leaf: string) => leaf !== 'carrierRoutingControl.carrierActiveDates'
    const clerk = await makeSession(portal.testDatabase, { clients: [one], holds })
    const answer = await send({ change: extended, targets: of([one]) }, clerk)
    expect(answer.body.clients).toMatchObject([{ outcome: 'refused', reason: expect.stringMatching(/may not change/) }])
  })

  test('neither shows nor changes prices and capacities that the client hides', async () => {
    const hidden = await makeClient(portal.testDatabase, { settings: { ...SHOWS_EVERYTHING, showCosts: false } })
    await makeRuleBook(portal.testDatabase, hidden, [carrierItem('DHL'), methodItem('DHL-1', 'DHL')])
    const clerk = await makeSession(portal.testDatabase, { clients: [hidden] })
    const body = { change: { change: 'prices', percent: 5 } as const, targets: of([hidden], 'DHL-1') }
    expect((await portal.call(preview, { body }, clerk)).body.clients).toMatchObject([
      { outcome: 'refused', items: [] },
    ])
    expect(outcomes(await send(body, clerk))).toEqual({ [hidden]: 'refused' })
  })

  test('needs a note if prices look wrong', async () => {
    const body: Body = {
      change: { change: 'prices', percent: 40 },
      targets: of([one, two], 'DHL-1'),
      acknowledged: true,
    }
    expect((await send(body)).body.clients).toMatchObject([
      { outcome: 'refused', reason: 'Add a note to explain these prices' },
      { outcome: 'refused' },
    ])
    expect(outcomes(await send({ ...body, note: 'Fuel' }))).toEqual({ [one]: 'changed', [two]: 'changed' })
  })

  test('publishes nothing if the values are the same', async () => {
    const answer = await send({ change: { change: 'active', active: 'Y' }, targets: of([one, two]) })
    expect(answer.body.message).toBe('No changes to save.')
    expect(outcomes(answer)).toEqual({ [one]: 'same', [two]: 'same' })
  })

  test('succeeds twice at once for the same clients in different orders', async () => {
    const both = await Promise.all([
      send({ change: extended, targets: of([one, two]) }),
      send({ change: { change: 'active', active: 'N' }, targets: of([two, one]) }),
    ])
    expect(both.map(({ body }) => body.message)).toEqual(['Changed for 2 clients.', 'Changed for 2 clients.'])
  })
})

describe('undoing a change', () => {
  const versionsOf = (answer: Awaited<ReturnType<typeof send>>) =>
    answer.body.clients.flatMap(({ client, version }) => (version === null ? [] : [{ client, version }]))

  test('restores every client except one that was changed again since', async () => {
    const done = await send({ change: extended, targets: of([one, two]) })
    await makeRuleBook(portal.testDatabase, two, [carrierItem('DHL', { name: 'DHL', active: 'N' })])
    // A change of another carrier does not prevent it.
    await makeRuleBook(portal.testDatabase, one, [carrierItem('EVRI')])
    const { body } = await portal.call(undo, { body: { versions: versionsOf(done) } }, staff)
    expect(body).toMatchObject({
      message: 'Undone for 1 client. 1 client couldn’t be changed.',
      clients: [
        { client: one, outcome: 'changed', version: 4 },
        { client: two, outcome: 'refused', reason: expect.stringContaining('has changed since') },
      ],
    })
    expect([await datesOf(one), await datesOf(two)]).toEqual([UNTIL_NOVEMBER, []])
    const again = await portal.call(undo, { body: { versions: versionsOf(done) } }, staff)
    expect(outcomes(again)).toEqual({ [one]: 'refused', [two]: 'refused' })
  })

  test('removes items that did not exist before', async () => {
    await makeRuleBook(portal.testDatabase, one, [carrierItem('EVRI')])
    const given: Body['change'] = { change: 'capacity', quantityLimit: [5, 5, 5, 5, 5, 5, 5] }
    const done = await send({ change: given, targets: of([one], 'EVRI') })
    await portal.call(undo, { body: { versions: versionsOf(done) } }, staff)
    const { body } = await portal.call(
      contract.capacity.carrier,
      { query: { client: one, carrier: 'EVRI' } },
      { ...staff, client: one },
    )
    expect(body.capacities).toEqual([])
  })

  test('is only for the user who made the change, at their own clients', async () => {
    const done = await send({ change: extended, targets: of([one, other]) })
    const { body } = await portal.call(undo, { body: { versions: versionsOf(done) } }, user)
    expect(body.clients).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }])
    expect([await datesOf(one), await datesOf(other)]).toEqual([UNTIL_DECEMBER, UNTIL_DECEMBER])
  })
})
