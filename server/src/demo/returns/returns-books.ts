import {
  NO_CONDITIONS,
  NO_OUTCOMES,
  type ReasonCode,
  type ReturnOption,
  type ReturnRule,
  type ReturnsBook,
} from '@despatch/domain/returns/rules/returns-book'

/** The returns book of a demo client, and the rule that its draft would add. */
export type DemoBook = { readonly book: ReturnsBook; readonly drafted: ReturnRule | null }

const reason = (id: number, code: string, title: string, values: Partial<ReasonCode> = {}): ReasonCode => ({
  id: `reason-${id}`,
  code,
  title,
  parent: null,
  fault: 'shopper',
  asksComment: false,
  asksPhoto: false,
  active: true,
  mergedInto: null,
  ...values,
})

const REASONS: readonly ReasonCode[] = [
  reason(1, 'CHANGED_MIND', 'Changed my mind'),
  reason(2, 'NOT_AS_DESCRIBED', 'Not as described', { fault: 'retailer', asksComment: true }),
  reason(3, 'DAMAGED', 'Arrived damaged', { fault: 'carrier', asksPhoto: true }),
  reason(4, 'WRONG_ITEM', 'Wrong item sent', { fault: 'warehouse' }),
  reason(5, 'TOO_SMALL', 'Too small', { fault: 'fit' }),
  reason(6, 'LATE', 'Came too late', { fault: 'carrier' }),
]
const FAULTY = ['NOT_AS_DESCRIBED', 'DAMAGED', 'WRONG_ITEM', 'LATE']

const rule = (
  id: number,
  name: string,
  conditions: Partial<ReturnRule['conditions']>,
  outcomes: Partial<ReturnRule['outcomes']>,
): ReturnRule => ({
  id: `rule-${id}`,
  name,
  active: true,
  conditions: { ...NO_CONDITIONS, ...conditions },
  outcomes: { ...NO_OUTCOMES, ...outcomes },
})
const answer = (of: 'allowed' | 'refused' | 'review', text = '') => ({ answer: of, text, exemption: null })
const within = (days: number) => ({ since: 'delivery' as const, days, day: null })

const option = (id: number, name: string, values: Partial<ReturnOption>): ReturnOption => ({
  id: `option-${id}`,
  name,
  active: true,
  service: 'drop-off',
  countries: [],
  regions: [],
  maxWeight: null,
  maxLength: null,
  destination: 'returns-centre',
  payer: 'retailer',
  price: '2.85',
  gives: { kind: 'address', address: 'Returns, Unit 4, Daventry NN11 8QR' },
  ...values,
})

const book = (client: string, rules: readonly ReturnRule[], options: readonly ReturnOption[]): ReturnsBook => ({
  client,
  version: 1,
  homeCountry: 'GB',
  law: 'GB',
  rules,
  options,
  reasons: REASONS,
})

/**
 * Three different clients: one is generous, one makes shoppers pay, one reviews expensive items and has a draft that breaks the
 * law.
 */
export const DEMO_BOOKS: readonly DemoBook[] = [
  {
    book: book(
      'ACME',
      [
        rule(11, 'Damaged: look at the photo', { reasons: ['DAMAGED'] }, { answer: answer('review') }),
        rule(
          12,
          '60 days, free',
          {},
          { answer: answer('allowed'), until: within(60), resolutions: ['refund', 'exchange'] },
        ),
      ],
      [
        option(21, 'Post office, free', {}),
        option(22, 'Collection from the door', { service: 'collection', payer: 'shopper', price: '4.95' }),
      ],
    ),
    drafted: null,
  },
  {
    book: book(
      'BIRCH',
      [
        rule(11, 'Faulty: free way back', { reasons: FAULTY }, { options: ['option-21'] }),
        rule(12, 'Everyone else pays the way back', {}, { options: ['option-22'] }),
        rule(13, '30 days', {}, { answer: answer('allowed'), until: within(30) }),
      ],
      [option(21, 'Parcel shop, free', {}), option(22, 'Parcel shop', { payer: 'shopper', price: '3.50' })],
    ),
    drafted: null,
  },
  {
    book: book(
      'CEDAR',
      [
        rule(11, 'Dear items are looked at', { lineValue: { from: '80.00', to: null } }, { answer: answer('review') }),
        rule(12, 'Damaged goes to quarantine', { reasons: ['DAMAGED'] }, { options: ['option-22'] }),
        rule(13, 'Other goods to the returns centre', {}, { options: ['option-21'] }),
        rule(14, '45 days', {}, { answer: answer('allowed'), until: within(45) }),
      ],
      [option(21, 'Post office', {}), option(22, 'Post office, damaged goods', { destination: 'quarantine' })],
    ),
    drafted: rule(
      15,
      'No returns after a week',
      { days: { since: 'delivery', from: 8, to: null } },
      { answer: answer('refused', 'We take returns for a week.') },
    ),
  },
]
