import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, refusalOf, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { updateMatrix, updateSingle } = contract.prices
type Matrix = RouteInput<typeof updateMatrix>['body']
const TODAY = dayOf(new Date())
const inWeeks = (weeks: number) => addDays(TODAY, 7 * weeks)

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

const charge = (baseCost: string) => ({ baseCost, incrementalCost: '0.00', incrementStart: 0, increment: 0 })
const row = (baseCost: string, given: object = {}) => ({
  chargeID: '',
  from: 0,
  to: null,
  ...charge(baseCost),
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
type Row = ReturnType<typeof row>
const byWeight = (rows: readonly Row[], further: readonly Row[] = []): Matrix => ({
  pricingMethod: 'By Weight Matrix',
  primaryCosting: { fromParcel: 1, costingMatrix: [...rows] },
  secondaryCosting: further.length > 0 ? { fromParcel: 2, costingMatrix: [...further] } : null,
})
const save = (as: SignedIn, body: Matrix, said: { acknowledged?: boolean; note?: string } = {}) =>
  portal.call(updateMatrix, { params: { id: 'RM-48' }, body: { ...body, ...said } }, as)

const weekly = (last: string) =>
  byWeight([
    row('6.00'),
    ...[1, 2, 3].map((weeks) => row(weeks === 3 ? last : '6.00', { effectiveFrom: inWeeks(weeks) })),
  ])
test.each<[string, (as: SignedIn) => Promise<{ status: number }>, Matrix, RegExp]>([
  [
    'a secondary costing a hundred times as dear',
    (as) => save(as, byWeight([row('6.00')], [row('1.00')])),
    byWeight([row('6.00')], [row('100.00')]),
    /^More than a quarter dearer: further parcels, .* £1\.00 to £100\.00/,
  ],
  [
    'the last of four rows, which begins in three weeks',
    (as) => save(as, weekly('6.00')),
    weekly('60.00'),
    /^More than a quarter dearer: .* £6\.00 to £60\.00/,
  ],
  [
    'a last band that ends at 3 kg',
    (as) => save(as, byWeight([row('4.00', { to: 2 }), row('6.00', { from: 2 })])),
    byWeight([row('4.00', { to: 2 }), row('6.00', { from: 2, to: 3 })]),
    /^No price any more: above 3 kg .* £6\.00/,
  ],
  [
    'a price by parcel that becomes one by weight',
    (as) => {
      const primaryCosting = { fromParcel: 1, ...charge('6.00') }
      return portal.call(
        updateSingle,
        { params: { id: 'RM-48' }, body: { pricingMethod: 'By Parcel', primaryCosting } },
        as,
      )
    },
    byWeight([row('600.00')]),
    /^More than a quarter dearer: .* £6\.00 to £600\.00/,
  ],
])(
  '%s warns: refused until acknowledged with a note; other callers get warnings',
  async (_title, prepare, changed, warning) => {
    const as = await makeSession(portal.testDatabase)
    await makeRuleBook(portal.testDatabase, as.client, [carrierItem('RM'), methodItem('RM-48', 'RM', 60_000)])
    const versions = async () => (await portal.call(contract.allocation.versions, { query: {} }, as)).body.versions
    const prepared = async () => {
      expect((await prepare(as)).status).toBe(200)
      return versions()
    }
    const before = await prepared()
    const unseen = await save(as, changed, { acknowledged: false })
    expect(unseen.status).toBe(422)
    const told = expect.stringMatching(warning) as string
    expect(refusalOf(unseen).fields).toEqual(expect.arrayContaining([{ path: 'acknowledged', message: told }]))
    const noNote = await save(as, changed, { acknowledged: true })
    expect([noNote.status, refusalOf(noNote).fields?.map(({ path }) => path)]).toEqual([400, ['note']])
    expect(await versions()).toEqual(before)

    for (const said of [{ acknowledged: true, note: 'Agreed' }, {}]) {
      await prepared()
      const saved = await save(as, changed, said)
      expect(saved.status).toBe(200)
      expect(saved.body.warnings).toEqual(expect.arrayContaining([told]))
      const [newest] = await versions()
      expect(newest).toMatchObject({ note: said.note ?? '', warnings: saved.body.warnings })
    }
  },
)
