import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'

const { invoices } = contract
const today = dayOf(new Date())
const DAY = '2026-03-02'

let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

let orders = 0
/** Makes an accepted invoice for a parcel despatched on 2 March, overcharged by 1.00; `isDisputed` disputes that. */
async function accepted({ client = 'ZED', isDisputed = false, day = '2026-03-06' } = {}) {
  const order = `REV${String(++orders).padStart(4, '0')}`
  const tracking = `${order}X1`
  await of.order(client, order, [tracking], DAY)
  const summaryID = await of.bill(`R-${tracking}`, [{ tracking, base: isDisputed ? 4.26 : 3.26, shipped: DAY }], {
    day,
  })
  if (isDisputed) {
    const parcelIDs = (await of.rows(summaryID)).map(({ parcelID }) => parcelID).join()
    const reject = { params: { value: 'Rejected' }, body: { parcelIDs, reason: 'Too dear' } }
    expect((await of.portal.call(invoices.decideParcels, reject, of.operator)).status).toBe(200)
  }
  expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
  return { summaryID, number: `R-${tracking}`, tracking }
}
const post = (summaryIDs: string[], postingDate?: string) =>
  of.portal.call(invoices.post, { body: { summaryIDs, ...(postingDate && { postingDate }) } }, of.operator)
async function posted(summaryIDs: string[], postingDate?: string) {
  const { body } = await post(summaryIDs, postingDate)
  if (!body.posting) throw new Error(body.message)
  return body.posting
}
const reverse = (postingID: string, postingDate?: string, as = of.operator) =>
  of.portal.call(invoices.reversePosting, { body: { postingID, ...(postingDate && { postingDate }) } }, as)
async function linesOf(postingID: string) {
  const { body } = await of.portal.call(invoices.postingLines, { query: { postingID, limit: '999999' } }, of.operator)
  return body
}
const short = async (postingID: string) =>
  (await linesOf(postingID)).lines.map(({ account, category, clientCode, debit, credit }) =>
    [account, category, clientCode, debit === '0.00' ? `-${credit}` : debit].filter(Boolean).join(' '),
  )
async function refuseDispute(summaryID: string) {
  const [dispute] = (await of.portal.call(invoices.disputes, { query: { summaryID } }, of.operator)).body.disputes
  for (const act of ['send', 'refuse'] as const)
    await of.portal.call(
      invoices.actOnDisputes,
      { params: { act }, body: { disputes: [{ disputeID: dispute?.disputeID ?? '' }], reason: 'as agreed' } },
      of.operator,
    )
}
const waitingCorrections = async () =>
  (await of.portal.call(invoices.postings, { query: {} }, of.operator)).body.waitingCorrections

const POSTED = [
  'Carriage base ZED 3.26',
  'Carriers payable -3.26',
  'Accrued carriage ZED 3.26',
  'Carriage accrual ZED -3.26',
]
const REVERSED = [
  'Carriage base ZED -3.26',
  'Carriers payable 3.26',
  'Accrued carriage ZED -3.26',
  'Carriage accrual ZED 3.26',
]

describe('a reversed posting', () => {
  test('has the lines on the other side, and its invoices can be posted again', async () => {
    const { summaryID, number } = await accepted()
    const first = await posted([summaryID], '2026-03-10')
    expect(await short(first.postingID)).toEqual(POSTED)
    const { status, body } = await reverse(first.postingID, '2026-03-31')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: `${first.number} is reversed by ${body.posting.number}.`,
      posting: {
        postingDate: '2026-03-31',
        reverses: { postingID: first.postingID, number: first.number },
        reversedBy: null,
        invoices: 1,
        lines: 4,
        totals: [{ debit: '6.52', payable: '-3.26' }],
      },
    })
    expect(await short(body.posting.postingID)).toEqual(REVERSED)
    const { posting, lines } = await linesOf(body.posting.postingID)
    expect(lines[0]?.text).toBe(`${posting.number}: reversal of ${first.number}: Osprey invoice ${number}, base`)
    expect((await linesOf(first.postingID)).posting.reversedBy).toEqual({
      postingID: body.posting.postingID,
      number: body.posting.number,
    })
    expect((await of.summary(summaryID)).posting).toBeNull()
    const again = await posted([summaryID])
    expect(await short(again.postingID)).toEqual(POSTED)
    expect((await of.summary(summaryID)).posting).toBe(again.number)
  })

  test('is reversed once, and a reversal is not reversed', async () => {
    const { summaryID } = await accepted()
    const first = await posted([summaryID])
    const answers = await Promise.all([reverse(first.postingID), reverse(first.postingID)])
    const done = answers.find(({ status }) => status === 200)?.body.posting
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 422,
      body: { message: `${first.number} is reversed already, by ${done?.number}. Nothing was posted.` },
    })
    expect(await reverse(done?.postingID ?? '')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(`is the reversal of ${first.number} and cannot be reversed itself`) },
    })
  })

  test('with a later correction is reversed only after that, which then waits again', async () => {
    const [disputed, plain] = [await accepted({ isDisputed: true }), await accepted()]
    const first = await posted([disputed.summaryID, plain.summaryID])
    await refuseDispute(disputed.summaryID)
    const correction = await posted([disputed.summaryID])
    expect(await reverse(first.postingID)).toMatchObject({
      status: 422,
      body: {
        message: `${correction.number} corrects invoice ${disputed.number} of ${first.number}. Reverse ${correction.number} first.`,
      },
    })
    expect((await reverse(correction.postingID)).status).toBe(200)
    expect(await waitingCorrections()).toBe(1)
    const again = await posted([disputed.summaryID])
    expect(again).toMatchObject({ invoices: 0, corrections: 1 })
    expect(await short(again.postingID)).toEqual(await short(correction.postingID))
    for (const { postingID } of [again, first]) expect((await reverse(postingID)).status).toBe(200)
    // A single posting covers its present state, so nothing needs a correction.
    expect(await waitingCorrections()).toBe(0)
    const whole = await posted([disputed.summaryID, plain.summaryID])
    expect(whole).toMatchObject({ invoices: 2, corrections: 0 })
    expect((await short(whole.postingID)).filter((line) => !line.includes('ccru'))).toEqual([
      'Carriage base ZED 4.26',
      'Carriers payable -4.26',
      'Carriage base ZED 3.26',
      'Carriers payable -3.26',
    ])
  })

  test('needs no correction for a dispute decided afterwards', async () => {
    const { summaryID } = await accepted({ isDisputed: true })
    const first = await posted([summaryID])
    expect((await reverse(first.postingID)).status).toBe(200)
    await refuseDispute(summaryID)
    expect(await waitingCorrections()).toBe(0)
    expect(await posted([summaryID])).toMatchObject({ invoices: 1, corrections: 0 })
  })

  test('is not for client users', async () => {
    const { summaryID } = await accepted()
    const { postingID } = await posted([summaryID])
    const client = await makeSession(of.portal.testDatabase, { clients: ['ZED'] })
    expect((await reverse(postingID, undefined, { ...client, client: 'ZED' })).status).toBe(403)
    expect((await reverse('999999')).status).toBe(404)
  })
})

describe('a posting date', () => {
  test('is today by default, and never in the future', async () => {
    const { summaryID } = await accepted()
    const tomorrow = addDays(today, 1)
    const message = `A posting date cannot be in the future. Choose ${formatDayShort(today)} or an earlier day.`
    expect(await post([summaryID], tomorrow)).toMatchObject({ status: 422, body: { message } })
    const posting = await posted([summaryID])
    expect(posting.postingDate).toBe(today)
    expect((await linesOf(posting.postingID)).lines[0]).toMatchObject({ postingDate: today, date: '2026-03-06' })
    expect(await reverse(posting.postingID, tomorrow)).toMatchObject({ status: 422, body: { message } })
  })

  test("is not before the invoice's day or its last posting", async () => {
    const { summaryID, number } = await accepted({ day: '2026-03-20' })
    expect(await post([summaryID], '2026-03-19')).toMatchObject({
      status: 422,
      body: {
        message: `Invoice ${number} is dated 20 Mar 2026. Choose that date, a later one or today.`,
      },
    })
    const { postingID } = await posted([summaryID], '2026-03-25')
    const before = {
      status: 422,
      body: { message: expect.stringContaining(`Invoice ${number} was last posted on 25 Mar 2026`) },
    }
    expect(await reverse(postingID, '2026-03-24')).toMatchObject(before)
    // It may be before the dates of other postings, because a month is closed in the days after it.
    expect((await reverse(postingID, '2026-03-25')).status).toBe(200)
    expect(await post([summaryID], '2026-03-24')).toMatchObject(before)
    expect((await posted([summaryID], '2026-03-31')).postingDate).toBe('2026-03-31')
  })
})
