import { expect, test } from 'vitest'
import { NO_PIECES } from '../life/return-states.ts'
import type { AnnouncedParcel } from '../portal/announced-parcel.ts'
import type { ReturnOption } from '../rules/returns-book.ts'
import { returnOption } from '../../testing/returns-books.ts'
import { shopperMail, type ShopperMailInput } from './shopper-mails.ts'

const at = new Date('2026-03-10T10:00:00Z')
const line = (lineNumber: number, announced: number) => ({
  lineNumber,
  sku: `SKU-${lineNumber}`,
  description: `Item ${lineNumber}`,
  quantity: 1,
  pieces: { ...NO_PIECES, goods: { ...NO_PIECES.goods, announced } },
})
type Parcel = Pick<AnnouncedParcel, 'label' | 'lineNumbers' | 'option'>
const parcelOf = (gives: ReturnOption['gives'], more: Partial<Parcel> = {}): Parcel => ({
  lineNumbers: [1],
  option: returnOption('option-1', { name: 'Post office', gives }),
  ...more,
})

function mail(
  step: string,
  of: Partial<ShopperMailInput['of']> = {},
  by = '',
  event: Partial<ShopperMailInput['event']> = {},
): string {
  return shopperMail({
    shop: 'Ann & Sons',
    currency: 'GBP',
    contactMail: '',
    returnsAddress: 'Unit 4, Daventry',
    link: '',
    step,
    of: {
      reference: 'R1',
      orderNumber: 'SO-1',
      customerName: 'Ada',
      announcedAt: at,
      review: 'none',
      reviewReason: '',
      refundDueOn: null,
      canWithdraw: true,
      exchangeOrder: '',
      postage: 26_000,
      fee: 0,
      parcels: [parcelOf({ kind: 'address', address: 'Returns, Unit 9, Rugby' })],
      lines: [line(1, 1)],
      ...of,
    },
    event: { at, by, reason: '', pieces: [{ lineNumber: 1, quantity: 1 }], amount: null, deduction: null, ...event },
  }).text
}

test.each(['announced', 'review_allowed'])(
  'the email for %s says how and where to send the parcel, and the cost',
  (step) => {
    const text = mail(step)
    expect(text).toContain('Post office. Send it to:\n\nReturns, Unit 9, Rugby')
    expect(text).toContain(
      'Put the reference R1 into your parcel and send it within 14 days. You pay £2.60 to send it.',
    )
  },
)

test('emails give a label, its link, a label to follow, or a carrier’s link', () => {
  const pool = { kind: 'label', pool: 'Tracked' } as const
  const label = { number: 'L-1', link: 'https://labels.example.com/1' }
  expect(mail('announced', { parcels: [parcelOf(pool, { label })] })).toContain(
    'Print your label, number L-1:\n\nhttps://labels.example.com/1',
  )
  expect(mail('announced', { parcels: [parcelOf(pool, { label: null })] })).toContain('We’ll email you the label.')
  expect(mail('labelled', { parcels: [parcelOf(pool, { label })] })).toContain('Here is the label for the items below')
  const link = { kind: 'link', link: 'https://carrier.example.com/book' } as const
  expect(mail('announced', { parcels: [parcelOf(link)] })).toContain(
    'Book it here:\n\nhttps://carrier.example.com/book',
  )
})

test('the email does not ask to send refused items', () => {
  const address = { kind: 'address', address: 'Rugby' } as const
  const parcels = [parcelOf(address), parcelOf(address, { lineNumbers: [2] })]
  const lines = [line(1, 0), line(2, 1)]
  const text = mail('refused', { review: 'refused', parcels, lines })
  expect(text.match(/Send it to/g)).toHaveLength(1)
  expect(mail('refused', { review: 'refused', parcels, lines }, '', { reason: 'The seal is broken' })).toContain(
    'can’t accept the items below. The seal is broken. You can send the rest back now.',
  )
  expect(mail('announced', { review: 'waiting' })).not.toContain('Send it to')
})

test('the email names the replacement order, and asks for no kept items', () => {
  expect(mail('announced', { exchangeOrder: 'R1-X' })).toContain(
    'Your replacement is order R1-X. We send it when your return has arrived.',
  )
  const kept = mail('announced', { parcels: [], fee: 10_000 })
  expect(kept).toContain('You can keep them: nothing has to come back. A returns fee of £1.00')
  expect(kept).not.toContain('into your parcel')
})

test('a label with pieces still to send stays valid; void ones are listed together', () => {
  const pool = { kind: 'label', pool: 'Tracked' } as const
  const labelled = (number: string, lineNumbers: number[]) =>
    parcelOf(pool, { label: { number, link: '' }, lineNumbers })
  const withdrawn = (lineNumber: number, announced: number) => ({
    ...line(lineNumber, announced),
    quantity: announced + 1,
    pieces: { goods: { ...NO_PIECES.goods, announced, withdrawn: 1 } },
  })
  expect(mail('withdrawn', { parcels: [labelled('L-1', [1])], lines: [withdrawn(1, 1)] })).not.toContain('label')
  const parcels = [labelled('L-1', [1]), labelled('L-2', [2])]
  expect(mail('withdrawn', { parcels, lines: [withdrawn(1, 0), withdrawn(2, 0)] })).toContain(
    'Please don’t use the labels L-1, L-2: they are no longer valid.',
  )
})

test('the cancellation email says who cancelled, and that the label is void', () => {
  const label = { number: 'L-1', link: '' }
  const parcels = [parcelOf({ kind: 'label', pool: 'Tracked' }, { label })]
  const withdrawn = { ...line(1, 0), pieces: { goods: { ...NO_PIECES.goods, withdrawn: 1 } } }
  expect(mail('withdrawn', { parcels, lines: [withdrawn], canWithdraw: false })).toContain(
    'You’ve cancelled the return of the items below. Please don’t use the label L-1: it is no longer valid.',
  )
  expect(mail('withdrawn', { canWithdraw: false }, 'ops.user')).toContain(
    'As you asked, we’ve cancelled the return of the items below.',
  )
})

test('the refund email gives the deduction and its reason', () => {
  const paid = { amount: 52_500, deduction: 10_000 }
  expect(mail('refunded', {}, 'ops.user', { ...paid, reason: 'Returns fee' })).toContain(
    'Your refund of £5.25 for the items below is on its way. We’ve taken off £1.00: Returns fee.\n',
  )
  expect(mail('refunded', {}, 'ops.user', paid)).toContain('We’ve taken off £1.00.\n')
})
