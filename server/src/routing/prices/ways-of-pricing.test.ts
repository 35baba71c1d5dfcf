import { contract } from '@despatch/contract/contract'
import { NO_PRICING } from '@despatch/domain/routing/prices/holds-from'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { makeSession } from '../../testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { publishedMethods } from '../rule-book/price-warnings.ts'

const { prices, allocation, 'all-clients': allClients } = contract

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Acknowledgement = { acknowledged?: boolean; note?: string }
type As = SignedIn & { client: string }
type Answer = { readonly status: number; readonly warnings: readonly string[] }
type Way = (as: As, said: Acknowledgement) => Promise<Answer>

const CHARGE = { incrementalCost: '0.00', incrementStart: 0, increment: 0 }
const params = { id: 'RM-48' }
const single = async (as: As, pounds: string | null, said: Acknowledgement): Promise<Answer> => {
  const body =
    pounds === null
      ? { pricingMethod: 'None' as const, primaryCosting: null, ...said }
      : { pricingMethod: 'By Parcel' as const, primaryCosting: { ...CHARGE, fromParcel: 1, baseCost: pounds }, ...said }
  return answerOf(await portal.send(prices.updateSingle, { params, body }, as))
}
const matrix = async (
  as: As,
  rows: readonly [from: number, to: number | null, pounds: string][],
  said: Acknowledgement,
) => {
  const costingMatrix = rows.map(([from, to, baseCost]) => ({
    ...CHARGE,
    chargeID: '',
    from,
    to,
    baseCost,
    effectiveFrom: null,
    effectiveBetween: null,
  }))
  const body = { pricingMethod: 'By Parcel', primaryCosting: { fromParcel: 1, costingMatrix }, ...said }
  return answerOf(await portal.send(prices.updateMatrix, { params, body }, as))
}
const versionNow = async (as: As) =>
  (await portal.call(allocation.versions, { query: {} }, as)).body.versions[0]?.version ?? 0
const bringBack = async (as: As, version: number, said: Acknowledgement) => {
  const body = { version: await versionNow(as), ...said }
  return answerOf(await portal.send(allocation.bringBack, { params: { version: String(version) }, body }, as))
}
const undo = async (as: As, said: Acknowledgement) => {
  const versions = [{ client: as.client, version: await versionNow(as) }]
  return ofClient(await portal.send(allClients.undo, { body: { versions, ...said } }, as))
}
const severalClients = async (as: As, percent: number, said: Acknowledgement) => {
  const targets = [{ client: as.client, items: [{ key: params.id }] }]
  return ofClient(
    await portal.send(allClients.change, { body: { change: { change: 'prices', percent }, targets, ...said } }, as),
  )
}
const end = async (as: As, { acknowledged, note }: Acknowledgement) => {
  const query = { ...(note && { note }), ...(acknowledged !== undefined && { acknowledged: String(acknowledged) }) }
  return answerOf(await portal.send(prices.removeMethod, { params, query }, as))
}

type Sent = { readonly status: number; readonly body: unknown }
function answerOf({ status, body }: Sent): Answer {
  const { warnings, fields = [] } = body as { warnings?: string[]; fields?: { message: string }[] }
  return { status, warnings: warnings ?? fields.map(({ message }) => message) }
}
/** The one client of a change for several, in the shape of a call for one client. */
function ofClient({ body }: Sent): Answer {
  const [one] = (body as { clients: { outcome: string; warnings?: string[] }[] }).clients
  return { status: one?.outcome === 'refused' ? 422 : 200, warnings: one?.warnings ?? [] }
}

const OLD = { acknowledged: true, note: 'Before' }
/** £4.00 for any number of parcels. */
const FOUR: [number, number | null, string][] = [[0, null, '4.00']]
const CHANGES = /More than a quarter (dearer|cheaper): /
const GOES = /No price any more: /

test.each<[way: string, what: string, warning: RegExp, before: (as: As) => Promise<unknown>, change: Way]>([
  ['a single price', 'changes', CHANGES, async () => undefined, (as, said) => single(as, '9.00', said)],
  ['a single price', 'goes', GOES, async () => undefined, (as, said) => single(as, null, said)],
  ['a matrix', 'changes', CHANGES, (as) => matrix(as, FOUR, OLD), (as, said) => matrix(as, [[0, null, '9.00']], said)],
  ['a matrix', 'goes', GOES, (as) => matrix(as, FOUR, OLD), (as, said) => matrix(as, [[0, 5, '4.00']], said)],
  [
    'a matrix in place of a single price',
    'changes',
    CHANGES,
    async () => undefined,
    (as, said) => matrix(as, [[0, null, '9.00']], said),
  ],
  [
    'a matrix in place of a single price',
    'goes',
    GOES,
    async () => undefined,
    (as, said) => matrix(as, [[0, 5, '4.00']], said),
  ],
  [
    'a single price in place of a matrix',
    'changes',
    CHANGES,
    (as) => matrix(as, FOUR, OLD),
    (as, said) => single(as, '9.00', said),
  ],
  [
    'a single price in place of a matrix',
    'goes',
    GOES,
    (as) => matrix(as, FOUR, OLD),
    (as, said) => single(as, null, said),
  ],
  [
    'one change for several clients',
    'changes',
    CHANGES,
    async () => undefined,
    (as, said) => severalClients(as, 50, said),
  ],
  [
    'a version that is brought back',
    'changes',
    CHANGES,
    (as) => single(as, '9.00', OLD),
    (as, said) => bringBack(as, 1, said),
  ],
  [
    'a version that is brought back',
    'goes',
    GOES,
    async (as) => {
      await single(as, null, OLD)
      await single(as, '4.00', OLD)
    },
    (as, said) => bringBack(as, 2, said),
  ],
  ['a change that is undone', 'changes', CHANGES, (as) => single(as, '9.00', OLD), undo],
  [
    'a change that is undone',
    'goes',
    GOES,
    async (as) => {
      await single(as, null, OLD)
      await single(as, '4.00', OLD)
    },
    undo,
  ],
  ['a method that ends', 'goes', GOES, async () => undefined, end],
])('%s, of which a price %s, is published once it was looked at', async (_way, _what, warning, before, change) => {
  const as = await makeSession(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, as.client, [carrierItem('RM'), methodItem('RM-48', 'RM', 40_000)])
  await before(as)
  const version = await versionNow(as)
  const warned = { warnings: expect.arrayContaining([expect.stringMatching(warning)]) as string[] }
  expect(await change(as, { acknowledged: false })).toMatchObject({ status: 422, ...warned })
  expect(await versionNow(as)).toBe(version)
  expect(await change(as, { acknowledged: true, note: 'Agreed' })).toMatchObject({ status: 200, ...warned })
  expect(await versionNow(as)).toBe(version + 1)
})

test('a long history is reduced to versions in use and the last with a price', async () => {
  const as = await makeSession(portal.testDatabase)
  const carrier = carrierItem('RM')
  const at = (cost: number, holdsFrom: string | null) => ({ ...methodItem('RM-48', 'RM', cost), holdsFrom })
  await makeRuleBook(portal.testDatabase, as.client, [carrier, at(40_000, null)])
  for (const cost of [41_000, 42_000, 43_000])
    await makeRuleBook(portal.testDatabase, as.client, [at(cost, '2026-02-01')])
  await makeRuleBook(portal.testDatabase, as.client, [at(44_000, '2026-03-01')])
  await makeRuleBook(portal.testDatabase, as.client, [at(45_000, '2026-02-15')])
  expect(await read(as)).toEqual([40_000, 43_000, 45_000])
  await single(as, null, OLD)
  const none = { ...methodItem('RM-48', 'RM', 0, { pricing: NO_PRICING }), holdsFrom: null }
  await makeRuleBook(portal.testDatabase, as.client, [none])
  expect(await read(as)).toEqual([45_000, undefined])
})

const read = (as: As) =>
  inClient(portal.database, as.client, async (transaction) => {
    const published = await publishedMethods({ transaction, client: as.client }, ['RM-48'])
    return published.get('RM-48')?.map(({ pricing }) => pricing.primaryCosting?.baseCost)
  })
