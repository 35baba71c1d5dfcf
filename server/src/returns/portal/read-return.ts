import type { AnnouncedParcel, DecisionInputs } from '@despatch/domain/returns/portal/announced-parcel'
import { type AnnouncedLine, owedPieces, type Review } from '@despatch/domain/returns/portal/announced-return'
import type { Exchange } from '@despatch/domain/returns/portal/exchange'
import type { LifeState } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { reasonTitleOf } from '../reason-codes/reason-title.ts'
import { PIECE_COLUMNS, piecesOfRow, PIECES_LEFT } from './load-returns.ts'

export type ReadLine = AnnouncedLine & {
  readonly description: string
  /** Title of the reason in the client's current book. */
  readonly reason: string
  readonly comment: string
  /** The rule's text for the shopper. */
  readonly text: string
  readonly destination: string | null
  /** Pieces with an open refund, because they came back, are on their way or are kept. */
  readonly owed: number
}

/** A return with its current state and its steps. Amounts are in ten-thousandths of the client's currency. */
export type ReadReturn = {
  readonly reference: string
  readonly orderNumber: string
  /** Email of the order; '' if unknown. */
  readonly email: string
  readonly customerName: string
  readonly announcedAt: Date
  readonly channel: 'portal' | 'staff'
  /** Name of staff who announced it; '' for the shopper. */
  readonly by: string
  readonly state: LifeState
  readonly review: Review
  readonly reviewedAt: Date | null
  readonly reviewedBy: string
  readonly reviewReason: string
  readonly bookVersion: number
  readonly saw: DecisionInputs
  readonly parcels: readonly AnnouncedParcel[]
  readonly fee: number
  /** Postage that the shopper pays, over all parcels. */
  readonly postage: number
  /** The last day to refund returned pieces; null: nothing is due. */
  readonly refundDueOn: string | null
  readonly exchangeOrder: string
  readonly exchange: Exchange
  readonly version: number
  /** Whether the shopper can still withdraw some of it. */
  readonly canWithdraw: boolean
  readonly lines: readonly ReadLine[]
  /** Oldest first. */
  readonly steps: readonly ReadStep[]
}
export type ReadStep = {
  readonly number: number
  readonly step: string
  readonly at: Date
  readonly by: string
  readonly reason: string
  readonly pieces: readonly { lineNumber: number; quantity: number }[]
  readonly amount: number | null
  readonly deduction: number | null
  /** When its email was queued; null if it has none, or not yet. */
  readonly mailedAt: Date | null
}

/** Loads a return by its reference, in any case; undefined if the client has none. */
export async function readReturn(
  transaction: Transaction,
  { client, reference }: { client: string; reference: string },
): Promise<ReadReturn | undefined> {
  const storedReference = reference.trim().toUpperCase()
  const [head, lines, steps] = await Promise.all([
    transaction.row(headRow(client, storedReference)),
    transaction.rows(lineRows(client, storedReference)),
    transaction.rows(stepRows(client, storedReference)),
  ])
  if (!head) return undefined
  const ownLines = lines.map((row): ReadLine => {
    const { quantity, resolution, answer, description, reason, comment, text, destination } = row
    const pieces = piecesOfRow(row)
    const { line_number: lineNumber, sku_code: sku, left } = row
    const [spare = 0, paid = 0] = left
    const line = { lineNumber, sku, quantity, resolution, answer, pieces, spare, paid }
    const owed = owedPieces(line, head)
    return { ...line, description: description ?? '', reason, comment, text, destination, owed }
  })
  return {
    reference: head.return_reference,
    orderNumber: head.order_number,
    email: head.email,
    customerName: `${head.customer_first_name} ${head.customer_last_name}`.trim(),
    announcedAt: head.announced_at,
    channel: head.channel,
    by: head.by_name,
    state: head.state,
    review: head.review,
    reviewedAt: head.reviewed_at,
    reviewedBy: head.reviewed_by,
    reviewReason: head.review_reason,
    bookVersion: head.book_version,
    saw: head.saw,
    parcels: head.parcels,
    fee: head.fee,
    postage: head.postage,
    refundDueOn: head.due_on,
    exchangeOrder: head.exchange_order,
    exchange: head.exchange,
    version: head.version,
    canWithdraw: ownLines.some(({ pieces }) => pieces.goods.announced > 0),
    lines: ownLines,
    steps: steps.map((row) => ({
      number: row.step_number,
      step: row.step,
      at: row.at,
      by: row.by_name,
      reason: row.reason,
      pieces: row.pieces,
      amount: row.amount,
      deduction: row.deduction,
      mailedAt: row.mailed_at,
    })),
  }
}

const headRow = fixed((client: string, reference: string) =>
  db
    .selectFrom('announced_returns as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.client_code', '=', 'r.client_code').onRef('o.order_number', '=', 'r.order_number'),
    )
    .selectAll('r')
    .select(sql<string | null>`r.refund_due_on::text`.as('due_on'))
    .select(['o.email', 'o.customer_first_name', 'o.customer_last_name'])
    .where('r.client_code', '=', client)
    .where('r.return_reference', '=', reference)
    .compile(),
)

const lineRows = fixed((client: string, reference: string) =>
  db
    .selectFrom('announced_lines as l')
    .leftJoin('skus as s', (join) =>
      join.onRef('s.client_code', '=', 'l.client_code').onRef('s.sku_code', '=', 'l.sku_code'),
    )
    .select(['l.line_number', 'l.sku_code', 'l.quantity', 'l.resolution', 'l.answer', 'l.comment'])
    .select(reasonTitleOf('l').as('reason'))
    .select(['l.text', 'l.destination', 's.description', ...PIECE_COLUMNS])
    .select(PIECES_LEFT.as('left'))
    .where('l.client_code', '=', client)
    .where('l.return_reference', '=', reference)
    .orderBy('l.line_number')
    .compile(),
)

const stepRows = fixed((client: string, reference: string) =>
  db
    .selectFrom('return_steps as t')
    .leftJoin('return_mails as m', (join) =>
      join
        .onRef('m.client_code', '=', 't.client_code')
        .onRef('m.return_reference', '=', 't.return_reference')
        .onRef('m.step_number', '=', 't.step_number'),
    )
    .selectAll('t')
    .select('m.mailed_at')
    .where('t.client_code', '=', client)
    .where('t.return_reference', '=', reference)
    .orderBy('t.step_number')
    .compile(),
)
