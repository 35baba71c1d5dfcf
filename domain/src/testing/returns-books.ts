import {
  NO_CONDITIONS,
  NO_OUTCOMES,
  type ReasonCode,
  type ReturnAnswer,
  type ReturnConditions,
  type ReturnOption,
  type ReturnOutcomes,
  type ReturnRule,
  type ReturnsBook,
} from '../returns/rules/returns-book.ts'
import type { ReturnRequest, ReturnFacts, ReturnOrder, ReturnOrderLine } from '../returns/return-order.ts'

/** A rule with only these conditions and results. */
export function returnRule(
  id: string,
  conditions: Partial<ReturnConditions>,
  outcomes: Partial<ReturnOutcomes> | ReturnAnswer,
): ReturnRule {
  const said = typeof outcomes === 'string' ? { answer: { answer: outcomes, text: '', exemption: null } } : outcomes
  return {
    id,
    name: `The rule ${id}`,
    active: true,
    conditions: { ...NO_CONDITIONS, ...conditions },
    outcomes: { ...NO_OUTCOMES, ...said },
  }
}

export const returnOption = (id: string, overrides: Partial<ReturnOption> = {}): ReturnOption => ({
  id,
  name: `Option ${id}`,
  active: true,
  service: 'drop-off',
  countries: [],
  regions: [],
  maxWeight: null,
  maxLength: null,
  destination: 'returns-centre',
  payer: 'shopper',
  price: '2.50',
  gives: { kind: 'address', address: 'Returns, Unit 4, Daventry NN11 8QR' },
  ...overrides,
})

export const reasonCode = (code: string, overrides: Partial<ReasonCode> = {}): ReasonCode => ({
  id: `reason-${code}`,
  code,
  title: code.toLowerCase(),
  parent: null,
  fault: 'shopper',
  asksComment: false,
  asksPhoto: false,
  active: true,
  mergedInto: null,
  ...overrides,
})

export const returnsBook = (rules: readonly ReturnRule[], overrides: Partial<ReturnsBook> = {}): ReturnsBook => ({
  client: 'ACME',
  version: 1,
  homeCountry: 'GB',
  law: 'GB',
  rules,
  options: [returnOption('option-1')],
  reasons: [reasonCode('MIND'), reasonCode('DAMAGED', { fault: 'carrier' }), reasonCode('SMALL', { fault: 'fit' })],
  ...overrides,
})

export const returnLine = (overrides: Partial<ReturnOrderLine> = {}): ReturnOrderLine => ({
  lineNumber: 1,
  sku: 'MUG',
  categories: [],
  quantity: 2,
  value: 200_000,
  weight: 400,
  length: 120,
  serialNumbered: false,
  ...overrides,
})

/** Ordered on Monday 2 March 2026, despatched on the 3rd, delivered on the 5th. */
export const returnOrder = (overrides: Partial<ReturnOrder> = {}): ReturnOrder => ({
  orderNumber: 'A-1',
  customer: 'consumer',
  orderedOn: '2026-03-02',
  despatchedOn: '2026-03-03',
  deliveredOn: '2026-03-05',
  country: 'GB',
  region: 'NN',
  value: 200_000,
  lines: [returnLine()],
  ...overrides,
})

export const NO_FACTS: ReturnFacts = { hadDeliveryException: false, earlierReturns: [], lines: [] }

export const requestedLine = (overrides: Partial<ReturnRequest['lines'][number]> = {}): ReturnRequest => ({
  lines: [{ lineNumber: 1, quantity: 1, reason: 'MIND', ...overrides }],
})
