import { contract } from '@despatch/contract/contract'
import type { InvoiceToPost } from '@despatch/contract/invoices/postings'
import { dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { AccountPortal, type OspreyRow } from '../../testing/invoices/account-portal.ts'

/** The pre-flight shows what posting will do; posting then does this or says what has changed. */

const { invoices } = contract
const DAY = '2026-03-02'

let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

let orders = 0
async function parcel(): Promise<string> {
  const order = `PRE${String(++orders).padStart(4, '0')}`
  await of.order('ZED', order, [`${order}X1`], DAY)
  return `${order}X1`
}
let bills = 0
/** Makes an accepted invoice of the day. `isDisputed` rejects its rows first. */
async function accepted(rows: readonly OspreyRow[], { isDisputed = false, day = '2026-03-06' } = {}) {
  const number = `PRE-${++bills}`
  const summaryID = await of.bill(
    number,
    rows.map((row) => ({ shipped: DAY, ...row })),
    { day },
  )
  const parcelIDs = (await of.rows(summaryID)).map(({ parcelID }) => parcelID).join()
  const decide = isDisputed
    ? { params: { value: 'Rejected' }, body: { parcelIDs, reason: 'Too dear' } }
    : { params: { value: 'Accepted' }, body: { parcelIDs } }
  expect((await of.portal.call(invoices.decideParcels, decide, of.operator)).status).toBe(200)
  expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
  return { summaryID, number }
}
async function act(what: 'send' | 'refuse' | 'reopen', summaryID: string) {
  const [dispute] = (await of.portal.call(invoices.disputes, { query: { summaryID } }, of.operator)).body.disputes
  const body = { disputes: [{ disputeID: dispute?.disputeID ?? '' }], reason: 'as agreed' }
  await of.portal.call(invoices.actOnDisputes, { params: { act: what }, body }, of.operator)
}
const look = async (body: { summaryIDs?: string[]; postingDate?: string } = {}) =>
  (await of.portal.call(invoices.preflightPosting, { body }, of.operator)).body
const post = (chosen: readonly Pick<InvoiceToPost, 'summaryID' | 'seen'>[], postingDate?: string) =>
  of.portal.call(
    invoices.post,
    {
      body: {
        summaryIDs: chosen.map(({ summaryID }) => summaryID),
        seen: chosen.map(({ seen }) => seen),
        ...(postingDate && { postingDate }),
      },
    },
    of.operator,
  )
const short = (
  lines: readonly { account: string; category: string; clientCode: string; debit: string; credit: string }[],
) =>
  lines.map(({ account, category, clientCode, debit, credit }) =>
    [account, category, clientCode, debit === '0.00' ? `-${credit}` : debit].filter(Boolean).join(' '),
  )
async function linesOf(postingID: string | undefined) {
  const query = { postingID: postingID ?? '', limit: '999999' }
  return short((await of.portal.call(invoices.postingLines, { query }, of.operator)).body.lines)
}

test('the pre-flight names each invoice with its lines, and posting posts the chosen ones', async () => {
  const [tracking, other] = [await parcel(), await parcel()]
  const posted = await accepted([{ tracking: await parcel(), base: 4.26 }], { isDisputed: true })
  const { body } = await of.portal.call(invoices.post, { body: {} }, of.operator)
  expect(body.posting?.invoices).toBe(1)
  await act('send', posted.summaryID)
  await act('refuse', posted.summaryID)
  const [plain, left] = [
    await accepted([{ tracking, base: 3.26, tax: 0.65 }]),
    await accepted([{ tracking: other, base: 3.26 }]),
  ]
  const seen = await look()
  expect(await look()).toEqual(seen)
  expect(seen).toMatchObject({ postingDate: dayOf(new Date()), refused: [], more: 0 })
  expect(
    seen.invoices.map(({ invoiceNumber, isCorrection, currency, debit, payable, accrued, lines }) => ({
      invoiceNumber,
      isCorrection,
      currency,
      debit,
      payable,
      accrued,
      lines: short(lines),
    })),
  ).toEqual([
    {
      invoiceNumber: posted.number,
      isCorrection: true,
      currency: 'GBP',
      debit: '2.00',
      payable: '1.00',
      accrued: '0.00',
      lines: [
        'Carriage base ZED 1.00',
        'Carriers payable -1.00',
        'Disputed with carriers ZED -1.00',
        'Withheld from carriers 1.00',
      ],
    },
    {
      invoiceNumber: plain.number,
      isCorrection: false,
      currency: 'GBP',
      debit: '7.17',
      payable: '3.91',
      accrued: '3.26',
      lines: [
        'Carriage base ZED 3.26',
        'Input tax ZED 0.65',
        'Carriers payable -3.91',
        'Accrued carriage ZED 3.26',
        'Carriage accrual ZED -3.26',
      ],
    },
    expect.objectContaining({ invoiceNumber: left.number, accrued: '3.26' }),
  ])
  const chosen = seen.invoices.slice(0, 2)
  const answer = await post(chosen)
  expect(answer).toMatchObject({ status: 200, body: { posting: { invoices: 1, corrections: 1 } } })
  expect(await linesOf(answer.body.posting?.postingID)).toEqual(chosen.flatMap(({ lines }) => short(lines)))
  expect((await look()).invoices.map(({ summaryID }) => summaryID)).toEqual([left.summaryID])
  expect((await post(seen.invoices.slice(2))).status).toBe(200)
  expect(await look()).toMatchObject({ invoices: [], refused: [] })
})

test('the pre-flight lists what cannot be posted, and why', async () => {
  const [early, late, open] = [
    await accepted([{ tracking: await parcel(), base: 3.26 }]),
    await accepted([{ tracking: await parcel(), base: 3.26 }], { day: '2026-03-20' }),
    await of.bill('PRE-OPEN', [{ tracking: await parcel(), base: 3.26, shipped: DAY }]),
  ]
  await of.portal.testDatabase.asOwner(`update invoices set currency = '' where invoice_id = $1`, [early.summaryID])
  const seen = await look({ postingDate: '2026-03-19' })
  expect(seen).toMatchObject({ postingDate: '2026-03-19', invoices: [] })
  expect(seen.refused.map(({ invoiceNumber, reason }) => [invoiceNumber, reason])).toEqual([
    [early.number, `Invoice ${early.number} has no currency. Choose its currency first.`],
    [late.number, `Invoice ${late.number} is dated 20 Mar 2026. Choose that date, a later one or today.`],
  ])
  expect((await look({ summaryIDs: [open] })).refused).toMatchObject([
    { reason: 'Invoice PRE-OPEN is not accepted. Accept it before it is posted.' },
  ])
  await of.portal.testDatabase.asOwner(`update invoices set currency = 'GBP' where invoice_id = $1`, [early.summaryID])
  expect((await post((await look()).invoices)).status).toBe(200)
})

test('posting refuses changed invoices with a message, and posts them when seen again', async () => {
  const made = await accepted([{ tracking: await parcel(), base: 4.26 }], { isDisputed: true })
  const before = await look()
  await act('send', made.summaryID)
  await act('refuse', made.summaryID)
  expect(await post(before.invoices)).toMatchObject({
    status: 409,
    body: {
      message: `The posting of invoice ${made.number} has changed since you looked. Nothing was posted. Check it, then post again.`,
    },
  })
  const after = await look({ summaryIDs: [made.summaryID] })
  expect(short(after.invoices[0]?.lines ?? [])).toContain('Carriage base ZED 4.26')
  const [first, second] = await Promise.all([post(after.invoices), post(after.invoices)])
  const done = [first, second].find(({ status }) => status === 200)
  expect([first, second].find(({ status }) => status !== 200)).toMatchObject({
    status: 422,
    body: { message: `Invoice ${made.number} is posted already, in ${done?.body.posting?.number}.` },
  })
})

test('an accrual shown under one invoice is reversed by the other when posted alone', async () => {
  const tracking = await parcel()
  const [first, again] = [await accepted([{ tracking, base: 3.26 }]), await accepted([{ tracking, base: 3.26 }])]
  const both = await look()
  expect(both.invoices.map(({ invoiceNumber, accrued }) => [invoiceNumber, accrued])).toEqual([
    [first.number, '3.26'],
    [again.number, '0.00'],
  ])
  expect((await post(both.invoices.slice(1))).status).toBe(409)
  const alone = await look({ summaryIDs: [again.summaryID] })
  expect(alone.invoices).toMatchObject([{ accrued: '3.26' }])
  expect((await post(alone.invoices)).status).toBe(200)
  expect(await look()).toMatchObject({ invoices: [{ invoiceNumber: first.number, accrued: '0.00' }] })
})

test('posting is for the operator only, and needs what was seen of each invoice', async () => {
  const client = await makeSession(of.portal.testDatabase, { clients: ['ZED'] })
  const theirs = await of.portal.call(invoices.preflightPosting, { body: {} }, { ...client, client: 'ZED' })
  expect(theirs.status).toBe(403)
  const body = { summaryIDs: ['1', '2'], seen: ['one'] }
  expect((await of.portal.call(invoices.post, { body }, of.operator)).status).toBe(400)
  expect(
    await of.portal.call(invoices.preflightPosting, { body: { postingDate: '2999-01-01' } }, of.operator),
  ).toMatchObject({ status: 422, body: { message: expect.stringContaining('cannot be in the future') } })
})

test('the pre-flight waits for no locks, and says which invoice reverses an accrual', async () => {
  const tracking = await parcel()
  const [first, again] = [
    await accepted([{ tracking, base: 3.26 }]),
    await accepted([{ tracking, base: 3.26 }], { day: '2026-03-07' }),
  ]
  const corrected = await accepted([{ tracking: await parcel(), base: 4.26 }], { isDisputed: true })
  await of.portal.call(invoices.post, { body: { summaryIDs: [corrected.summaryID] } }, of.operator)
  await act('send', corrected.summaryID)
  await act('refuse', corrected.summaryID)
  const { asOwner } = of.portal.testDatabase
  await asOwner('begin')
  for (const table of ['invoices', 'invoice_disputes', 'invoice_posting_changes'])
    await asOwner(`select from ${table} for update`)
  const seen = await look({ summaryIDs: [first, again, corrected].map(({ summaryID }) => summaryID) })
  await asOwner('rollback')
  expect(seen.invoices.map(({ invoiceNumber, accrued }) => [invoiceNumber, accrued])).toEqual([
    [first.number, '3.26'],
    [again.number, '0.00'],
    [corrected.number, '0.00'],
  ])
  const answer = await post(seen.invoices)
  expect(answer.status).toBe(200)
  expect(await linesOf(answer.body.posting?.postingID)).toEqual(seen.invoices.flatMap(({ lines }) => short(lines)))
})
