import type { ReturnsBook } from '@despatch/domain/returns/rules/returns-book'
import { dayOf } from '@despatch/domain/calendar/day'
import { type AnnouncedParcel, chooseParcels } from '@despatch/domain/returns/portal/announced-parcel'
import { allowLines } from '@despatch/domain/returns/portal/allow-lines'
import {
  type AnnouncedLine,
  type AnnouncedReturn,
  moveLines,
  stateOf,
} from '@despatch/domain/returns/portal/announced-return'
import { compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import type { LineDecision, ReturnDecision } from '@despatch/domain/returns/rules/return-decision'
import type { ReturnRequest, ReturnFacts, ReturnOrder } from '@despatch/domain/returns/return-order'
import { NO_PIECES } from '@despatch/domain/returns/life/return-states'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import type { Insertable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { rowOfPieces } from '../../returns/portal/load-returns.ts'
import type { DemoOrders } from '../demo-orders.ts'
import type { PlainRow } from '../insert-rows.ts'

type ReturnEvent = Insertable<Tables['return_events']>
type AnnouncedRows = {
  returns: PlainRow<'announced_returns'>[]
  lines: PlainRow<'announced_lines'>[]
  steps: PlainRow<'return_steps'>[]
}
type DeliveredLine = {
  order: DemoOrders['orders'][number]
  line: DemoOrders['lines'][number]
  despatchedAt: string
  deliveredAt: string
}

/** Performs the steps that staff take. */
const REVIEWER = 'ops.user'
const BY_STAFF: ReadonlySet<string> = new Set(['refunded', 'refused', 'lost'])
const WHY_REFUSED = 'The photo shows no damage.'

/** Which returns are exchanges: of this client, for these reasons, within this many days. */
const EXCHANGED = { client: 'ACME', reasons: new Set(['NOT_AS_DESCRIBED', 'WRONG_ITEM', 'TOO_SMALL']), days: 45 }
const DAY = 86_400_000

/** Makes announced returns, with lines and steps, from their events and the returns books of their clients. */
export function makeAnnounced(
  events: readonly ReturnEvent[],
  made: DemoOrders,
  books: readonly ReturnsBook[],
  until: Date,
): AnnouncedRows {
  const compiled = new Map(books.map((book) => [book.client, compileReturnsBook(book)]))
  const all: AnnouncedRows = { returns: [], lines: [], steps: [] }
  const deliveredLines = deliveredLinesOf(made)
  for (const own of Map.groupBy(events, ({ return_reference }) => return_reference).values()) {
    const [first] = own
    const book = first && compiled.get(first.client_code)
    const line = first && deliveredLines.get(`${first.client_code} ${first.order_number} ${first.sku_code}`)
    if (!first || !book || !line) continue
    const { order, facts } = viewOf(line)
    const asked: ReturnRequest = {
      lines: [
        {
          lineNumber: line.line.line_number,
          quantity: first.quantity,
          reason: first.reason_code ?? '',
          resolution: isExchanged(own, first, until) ? 'exchange' : 'refund',
        },
      ],
    }
    const at = new Date(String(first.occurred_at))
    const decision = decideReturn(order, facts, asked, book, at)
    const allowed = allowLines(decision, { order, compiled: book, oneParcel: false })
    const parcels = chooseParcels(allowed, new Map(), book)
    addReturn(all, { own, first, asked, at, order, facts, decision, parcels: 'problem' in parcels ? [] : parcels })
  }
  return all
}

/** Exchange orders are created, released or cancelled later by the running server, as for shoppers. */
function isExchanged(own: readonly ReturnEvent[], first: ReturnEvent, until: Date): boolean {
  const isRecent = new Date(String(first.occurred_at)).getTime() > until.getTime() - EXCHANGED.days * DAY
  const isOpen = own.every(({ state }) => state !== 'refunded' && state !== 'refused')
  return isRecent && isOpen && first.client_code === EXCHANGED.client && EXCHANGED.reasons.has(first.reason_code ?? '')
}

function deliveredLinesOf(made: DemoOrders): Map<string, DeliveredLine> {
  const order = new Map(made.orders.map((row) => [`${row.client_code} ${row.order_number}`, row]))
  const at = (status: string) =>
    new Map(
      made.history
        .filter((step) => step.status === status)
        .map((step) => [`${step.client_code} ${step.order_number}`, String(step.at)]),
    )
  const [despatched, delivered] = [at('D'), at('V')]
  return new Map(
    made.lines.flatMap((line) => {
      const name = `${line.client_code} ${line.order_number}`
      const [head, deliveredAt] = [order.get(name), delivered.get(name)]
      if (!head || deliveredAt === undefined) return []
      const one = { order: head, line, despatchedAt: despatched.get(name) ?? deliveredAt, deliveredAt }
      return [[`${name} ${line.sku_code}`, one] as const]
    }),
  )
}

function viewOf({ order, line, despatchedAt, deliveredAt }: DeliveredLine): { order: ReturnOrder; facts: ReturnFacts } {
  const { line_number: lineNumber, sku_code: sku, quantity } = line
  const value = costOfText(String(line.total_value))
  return {
    order: {
      orderNumber: order.order_number,
      customer: 'consumer',
      orderedOn: dayOf(new Date(String(order.ordered_at))),
      despatchedOn: dayOf(new Date(despatchedAt)),
      deliveredOn: dayOf(new Date(deliveredAt)),
      country: order.country,
      region: null,
      value: costOfText(String(order.total_value)),
      lines: [{ lineNumber, sku, categories: [], quantity, value, weight: null, length: null, serialNumbered: false }],
    },
    facts: {
      hadDeliveryException: false,
      earlierReturns: [],
      lines: [{ lineNumber, returnable: quantity, serials: [] }],
    },
  }
}

type ReturnInput = {
  own: readonly ReturnEvent[]
  first: ReturnEvent
  asked: ReturnRequest
  at: Date
  order: ReturnOrder
  facts: ReturnFacts
  decision: ReturnDecision
  parcels: readonly AnnouncedParcel[]
}

function addReturn(all: AnnouncedRows, input: ReturnInput): void {
  const { own, first, order, decision } = input
  const [line] = decision.lines
  if (!line) return
  const needsReview = line.answer === 'review'
  // A finished review has events after the announcement.
  const isWaiting = needsReview && own.length === 1
  const steps: PlainRow<'return_steps'>[] = []
  const addStep = (step: string, at: string, by = '') => {
    const isRefund = step === 'refunded'
    steps.push({
      client_code: first.client_code,
      return_reference: first.return_reference,
      step_number: steps.length + 1,
      step,
      at,
      told_at: at,
      by_name: by,
      reason: step === 'refused' ? WHY_REFUSED : '',
      pieces: [{ lineNumber: line.lineNumber, quantity: first.quantity }],
      amount: isRefund ? worthOf(order, first.quantity) : null,
      deduction: isRefund ? 0 : null,
    })
  }
  const isRefused = own.some(({ state }) => state === 'refused')
  const review = isWaiting ? 'waiting' : isRefused ? 'refused' : needsReview ? 'allowed' : 'none'
  let now = initialReturn(input, line, review)
  for (const { occurred_at, state } of own) {
    const at = String(occurred_at)
    const move = { lineNumber: line.lineNumber, state, quantity: first.quantity }
    const to = moveLines(now, [move], dayOf(new Date(at)))
    if ('problem' in to) continue
    now = to
    addStep(state, at, BY_STAFF.has(state) ? REVIEWER : '')
    if (state === 'announced' && now.review === 'allowed') addStep('review_allowed', at, REVIEWER)
  }
  all.steps.push(...steps)
  all.returns.push(headRow(input, { ...now, version: steps.length }))
  all.lines.push(...now.lines.map((one) => lineRow(input, line, one)))
}

function worthOf({ lines: [line] }: ReturnOrder, quantity: number): number {
  return line ? Math.round((line.value / line.quantity) * quantity) : 0
}

function initialReturn(
  { first, asked }: ReturnInput,
  line: LineDecision,
  review: AnnouncedReturn['review'],
): AnnouncedReturn {
  const { lineNumber, sku } = line
  const resolution = asked.lines[0]?.resolution ?? 'refund'
  const answer = review === 'waiting' ? 'review' : review === 'refused' ? 'refused' : 'allowed'
  return {
    reference: first.return_reference,
    orderNumber: first.order_number,
    review,
    refundDueOn: null,
    exchangeOrder: '',
    exchange: 'none',
    version: 0,
    lines: [{ lineNumber, sku, quantity: first.quantity, resolution, answer, pieces: NO_PIECES }],
  }
}

function headRow(
  { first, at, order, facts, asked, parcels }: ReturnInput,
  now: AnnouncedReturn,
): PlainRow<'announced_returns'> {
  const announced = at.toISOString()
  const isReviewed = now.review === 'allowed' || now.review === 'refused'
  return {
    client_code: first.client_code,
    return_reference: now.reference,
    order_number: now.orderNumber,
    announced_key: now.reference,
    announced_at: announced,
    channel: 'portal',
    by_name: '',
    state: stateOf(now),
    review: now.review,
    reviewed_at: isReviewed ? announced : null,
    reviewed_by: isReviewed ? REVIEWER : '',
    review_reason: now.review === 'refused' ? WHY_REFUSED : '',
    book_version: 1,
    saw: { order, facts, asked, at: announced },
    parcels: now.review === 'waiting' || now.review === 'refused' ? [] : [...parcels],
    fee: 0,
    postage: parcels.reduce((sum, { shopperPays }) => sum + shopperPays, 0),
    refund_due_on: now.refundDueOn,
    exchange_order: '',
    exchange: now.exchange,
    version: now.version,
  }
}

function lineRow({ first }: ReturnInput, line: LineDecision, one: AnnouncedLine): PlainRow<'announced_lines'> {
  return {
    client_code: first.client_code,
    return_reference: first.return_reference,
    order_number: first.order_number,
    line_number: one.lineNumber,
    sku_code: one.sku,
    quantity: one.quantity,
    reason_code: line.reason,
    comment: '',
    resolution: one.resolution,
    answer: one.answer,
    text: line.text,
    destination: line.destination ?? 'returns-centre',
    ...rowOfPieces(one.pieces),
  }
}
