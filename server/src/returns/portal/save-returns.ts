import { type AnnouncedReturn, stateOf } from '@despatch/domain/returns/portal/announced-return'
import { EXCHANGES_TO_DO, type ExchangeStep } from '@despatch/domain/returns/portal/exchange'
import { LIFE_STATES, type LifeState } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { notifyExchangesDue } from './exchange-due.ts'
import { PIECE_COLUMNS, rowOfPieces } from './load-returns.ts'
import { refreshDue } from './refresh-due.ts'

/** Names of steps: states of pieces, results of reviews, labels, amendments and exchanges. */
export type StepName = LifeState | 'review_allowed' | 'labelled' | 'amended' | ExchangeStep

/** A step of a return. */
export type Step = {
  readonly step: StepName
  readonly at: Date
  /** Name of staff; '' for the shopper and feeds. */
  readonly by: string
  readonly reason?: string
  readonly pieces: readonly { readonly lineNumber: number; readonly quantity: number }[]
  /** Whether the step implies an arrival: pieces put into stock were received, even if nobody reported that. */
  readonly isArrival?: boolean
  /** For a refund: amounts paid and deducted, in ten-thousandths. */
  readonly amount?: number
  readonly deduction?: number
}

/** A return after a change, with the steps of the change in order. */
export type ChangedReturn = { readonly to: AnnouncedReturn; readonly steps: readonly Step[] }

/** Steps that send the shopper an email. */
const MAILED: ReadonlySet<StepName> = new Set([
  'announced',
  'review_allowed',
  'labelled',
  'refused',
  'withdrawn',
  'expired',
  'received',
  'refunded',
  'rejected',
  'lost',
])

const isLifeState = (step: StepName): step is LifeState => step in LIFE_STATES

/**
 * Saves locked returns with their steps and the emails that these require, in a few statements for any number of
 * returns. For the portal it also writes events and refund deadlines; the feed does both itself ({@link refreshDue}).
 */
export async function saveReturns(
  transaction: Transaction,
  { client, now, source }: { client: string; now: Date; source: 'portal' | 'feed' },
  changed: readonly ChangedReturn[],
): Promise<void> {
  if (changed.length === 0) return
  if (changed.some(({ to }) => EXCHANGES_TO_DO.some((code) => code === to.exchange)))
    transaction.afterCommit(notifyExchangesDue)
  const heads = changed.map(({ to, steps }) => ({
    return_reference: to.reference,
    state: stateOf(to),
    review: to.review,
    refund_due_on: to.refundDueOn,
    exchange_order: to.exchangeOrder,
    exchange: to.exchange,
    version: to.version + steps.length,
  }))
  const lines = changed.flatMap(({ to }) =>
    to.lines.map(({ lineNumber, answer, pieces }) => ({
      return_reference: to.reference,
      line_number: lineNumber,
      answer,
      ...rowOfPieces(pieces),
    })),
  )
  await inOrder([
    transaction.write(
      sql`
        update announced_returns r set (state, review, refund_due_on, exchange_order, exchange, version) =
          (n.state, n.review, n.refund_due_on, n.exchange_order, n.exchange, n.version)
        from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
          as n (return_reference text, state text, review text, refund_due_on date, exchange_order text,
            exchange text, version int)
        where r.client_code = ${client} and r.return_reference = n.return_reference collate "C"`.compile(db),
    ),
    transaction.write(
      sql`
        update announced_lines l set (answer, ${sql.raw(PIECE_COLUMNS.join(', '))}) = (n.answer, ${sql.raw(PIECE_COLUMNS.map((name) => `n.${name}`).join(', '))})
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as n (return_reference text, line_number int, answer text, ${sql.raw(PIECE_COLUMNS.map((name) => `${name} int`).join(', '))})
        where l.client_code = ${client} and l.return_reference = n.return_reference collate "C" and l.line_number = n.line_number`.compile(
        db,
      ),
    ),
    ...writeSteps(transaction, { client, now }, changed),
    ...(source === 'portal' ? [writeEvents(transaction, { client, now }, changed)] : []),
  ])
  if (source === 'feed') return
  const orders = changed.map(({ to }) => to.orderNumber)
  await refreshDue(transaction, { client, now }, orders)
}

/** Adds steps and their emails, numbered after the existing steps of each return. */
export function writeSteps(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  changed: readonly ChangedReturn[],
): Promise<unknown>[] {
  const rows = changed.flatMap(({ to, steps }) =>
    steps.map(({ step, at, by, reason = '', pieces, amount = null, deduction = null }, index) => ({
      client_code: client,
      return_reference: to.reference,
      step_number: to.version + index + 1,
      step,
      at,
      told_at: now,
      by_name: by,
      reason,
      pieces,
      amount,
      deduction,
    })),
  )
  if (rows.length === 0) return []
  const arrivals = new Set(
    changed.flatMap(({ to, steps }) =>
      steps.flatMap(({ isArrival }, index) => (isArrival ? `${to.reference} ${to.version + index + 1}` : [])),
    ),
  )
  const mails = rows
    .map((row) =>
      arrivals.has(`${row.return_reference} ${row.step_number}`) ? { ...row, step: 'received' as const } : row,
    )
    .filter(({ step }) => MAILED.has(step))
  return [transaction.write(insertSteps(JSON.stringify(rows))), transaction.write(insertMails(JSON.stringify(mails)))]
}

const insertSteps = fixed((rows: string) =>
  sql`insert into return_steps select * from jsonb_populate_recordset(null::return_steps, ${rows}::jsonb)`.compile(db),
)
const insertMails = fixed((rows: string) =>
  sql`
    insert into return_mails (client_code, return_reference, step_number, step, made_at)
    select client_code, return_reference, step_number, step, told_at
    from jsonb_populate_recordset(null::return_steps, ${rows}::jsonb)`.compile(db),
)

/** Writes an event per line and step, for figures, timelines and webhooks. */
export function writeEvents(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  changed: readonly ChangedReturn[],
): Promise<unknown> {
  const rows = changed.flatMap(({ to, steps }) =>
    steps.flatMap(({ step, at, reason = '', pieces }) =>
      !isLifeState(step)
        ? []
        : pieces.map(({ lineNumber, quantity }) => ({
            order_number: to.orderNumber,
            return_reference: to.reference,
            line_number: lineNumber,
            state: step,
            quantity,
            at,
            note: reason,
          })),
    ),
  )
  return transaction.write(insertEvents(client, now, JSON.stringify(rows)))
}

const insertEvents = fixed((client: string, now: Date, rows: string) =>
  sql`
    insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code,
      note, source, occurred_at, received_at)
    select l.client_code, n.order_number, gen_random_uuid(), l.return_reference, l.sku_code, n.quantity, n.state, l.reason_code,
      n.note, 'portal', n.at, ${now}
    from jsonb_to_recordset(${rows}::jsonb)
      as n (order_number text, return_reference text, line_number int, state text, quantity int, at timestamptz, note text)
    join announced_lines l on l.client_code = ${client} and l.return_reference = n.return_reference collate "C"
      and l.line_number = n.line_number`.compile(db),
)
