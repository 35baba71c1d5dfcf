import { isDeepStrictEqual } from 'node:util'
import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import { dayOf } from '@despatch/domain/calendar/day'
import type { AnnouncedLine, AnnouncedReturn } from '@despatch/domain/returns/portal/announced-return'
import { settleReturn } from '@despatch/domain/returns/portal/settle-return'
import type { ReturnTally } from '@despatch/domain/returns/life/return-tally'
import type { OpenReturn } from '@despatch/domain/returns/life/meet-return'
import type { ReturnState } from '@despatch/domain/returns/life/return-state'
import {
  openMoney,
  piecesNotSent,
  piecesOf,
  reached,
  returnedPieces,
} from '@despatch/domain/returns/life/return-states'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { holdReturns } from '../../returns/portal/load-returns.ts'
import { refreshDue, saveReturns, type Step } from '../../returns/portal/save-returns.ts'

/** What was announced that rows of the feed may be about, held; what rows say of it is noted in it. */
export type AnnouncedOf = {
  /** A row with the return's own name and order, where it names one that was announced. */
  named(row: ReturnRow): ReturnRow
  /** Whether a row names one that was announced. */
  isNamed(row: ReturnRow): boolean
  /** All of them, the oldest first. */
  readonly references: readonly string[]
  /** Pieces of a SKU that were announced with a return; null where it was not announced, or not with this SKU. */
  piecesOf(reference: string, SKU: string): number | null
  /** Whether a return was announced with a SKU, and all pieces of that ended without being sent. */
  hasEnded(reference: string, SKU: string): boolean
  /**
   * What was announced of the SKU of some orders and has not reached the row's state, the oldest return first; then what ended and
   * may yet come. Nothing for a row that names another announced return: it is of that one, even if that has no such SKU. Of one
   * that has ended only its own pieces may yet come.
   */
  openOf(row: ReturnRow, orderNumbers: readonly string[]): OpenReturn[]
  /** Pieces of a SKU whose refund may still be recorded; as many as there are of a return that was not announced. */
  openMoneyOf(reference: string, SKU: string): number
  /** Brings the pieces of an announced return to where a row and what was said before it put them. */
  settle(of: { reference: string; row: ReturnRow; tally: ReturnTally; growth: number; at: Date }): void
  /** Writes what was moved, with the steps. */
  save(): Promise<void>
  /** Writes whose refunds are due in the orders of events, once these are written. */
  refreshDue(orderNumbers: readonly string[]): Promise<void>
}

type Moved = { to: AnnouncedReturn; steps: Step[]; isChanged: boolean }

/** Loads and holds it, in the order of references, in a transaction of the client. */
export async function holdAnnounced(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  rows: readonly ReturnRow[],
): Promise<AnnouncedOf> {
  const order = await referencesOf(connection, client, rows)
  const transaction = new Transaction(connection)
  const held = order.length === 0 ? [] : await holdReturns(transaction, client, order)
  const byReference = new Map<string, Moved>(
    held.map((one) => [one.reference, { to: one, steps: [], isChanged: false }]),
  )
  const oldestFirst = order.flatMap((reference) => byReference.get(reference) ?? [])
  const linesOf = (reference: string, SKU: string) =>
    byReference.get(reference)?.to.lines.filter(({ sku }) => sku === SKU) ?? []
  const hasEnded = (reference: string, SKU: string) => {
    const own = linesOf(reference, SKU)
    return own.length > 0 && own.every(({ pieces }) => piecesNotSent(pieces) === piecesOf(pieces))
  }
  /** What a return has more than before, another of its order has no more. */
  const leaveToOthers = (reference: string, before: AnnouncedReturn, after: AnnouncedReturn) => {
    const other = byReference.get(reference)
    if (!other || other.to.orderNumber !== after.orderNumber) return
    const lines = other.to.lines.map((line) => {
      const more = (of: AnnouncedReturn) =>
        of.lines.reduce(
          (sum, { lineNumber, pieces }) => sum + (lineNumber === line.lineNumber ? returnedPieces(pieces) : 0),
          0,
        )
      return line.spare === undefined ? line : { ...line, spare: line.spare - more(after) + more(before) }
    })
    other.to = { ...other.to, lines }
  }
  return {
    isNamed: ({ returnReference }) => byReference.has(returnReference.toUpperCase()),
    references: order,
    named(row) {
      const named = byReference.get(row.returnReference.toUpperCase())?.to
      // Another SKU than was announced comes back under the same name, where the row says nothing else of whose it is.
      const isWhole = row.orderNumber === '' && row.customerAccount === ''
      if (!named || !(isWhole || named.lines.some(({ sku }) => sku === row.SKU))) return row
      return { ...row, returnReference: named.reference, orderNumber: named.orderNumber }
    },
    piecesOf(reference, SKU) {
      const own = linesOf(reference, SKU)
      return own.length === 0 ? null : own.reduce((sum, { quantity }) => sum + quantity, 0)
    },
    hasEnded,
    openOf({ SKU, event, returnReference }, orderNumbers) {
      const named = byReference.get(returnReference.toUpperCase())
      if (named && !hasEnded(named.to.reference, SKU)) return []
      const own = oldestFirst.filter(({ to }) => orderNumbers.includes(to.orderNumber))
      const openBy = (moved: readonly Moved[], piecesOf: typeof openFor) =>
        moved.map(({ to: { reference, orderNumber } }) => {
          const open = linesOf(reference, SKU).reduce((sum, line) => sum + piecesOf(line, event), 0)
          return { orderNumber, reference, open }
        })
      return [...openBy(own, openFor), ...openBy(named ? [named] : own, lateFor)].filter(({ open }) => open > 0)
    },
    openMoneyOf(reference, SKU) {
      const own = linesOf(reference, SKU)
      return own.length === 0 ? Number.POSITIVE_INFINITY : own.reduce((sum, { pieces }) => sum + openMoney(pieces), 0)
    },
    settle({ reference, row: { SKU, event }, tally, growth, at }) {
      const moved = byReference.get(reference)
      if (!moved || event === 'announced' || linesOf(reference, SKU).length === 0) return
      const { to, pieces } = settleReturn(moved.to, { SKU, event, tally, growth, day: dayOf(at) })
      moved.isChanged ||= !isDeepStrictEqual(to, moved.to)
      for (const other of held) if (other.reference !== reference) leaveToOthers(other.reference, moved.to, to)
      const isArrival = receivedOf(to) > receivedOf(moved.to)
      moved.to = to
      if (pieces.length === 0) return
      const step = moved.steps.find((one) => one.step === event && one.at.getTime() === at.getTime())
      const all = {
        pieces: [...(step?.pieces ?? []), ...pieces],
        isArrival: isArrival || step?.isArrival === true,
      }
      if (step) moved.steps.splice(moved.steps.indexOf(step), 1, { ...step, ...all })
      else moved.steps.push({ step: event, at, by: '', ...all })
    },
    async save() {
      const changed = oldestFirst.filter(({ isChanged }) => isChanged)
      await saveReturns(transaction, { client, now, source: 'feed' }, changed)
    },
    async refreshDue(orderNumbers) {
      if (held.length > 0) await refreshDue(transaction, { client, now }, orderNumbers)
    },
  }
}

/** Pieces of a return that were received, said or not. */
const receivedOf = ({ lines }: AnnouncedReturn): number =>
  lines.reduce((sum, { pieces }) => sum + reached(pieces, 'received'), 0)

/** Pieces of a line that have not reached a state and may. */
function openFor({ pieces }: AnnouncedLine, state: ReturnState): number {
  const { announced, in_transit: sent, received, inspected } = pieces.goods
  switch (state) {
    case 'announced':
      return 0
    case 'in_transit':
      return announced
    case 'received':
      return announced + sent
    case 'inspected':
      return announced + sent + received
    case 'restocked':
    case 'quarantined':
      return announced + sent + received + inspected
    case 'refunded':
    case 'rejected':
      return Math.max(0, openMoney(pieces) - piecesNotSent(pieces))
  }
}

/** Pieces of a line that nobody expects any more, and that come all the same. */
function lateFor({ pieces, spare = Number.POSITIVE_INFINITY }: AnnouncedLine, state: ReturnState): number {
  if (state === 'announced' || state === 'refunded' || state === 'rejected') return 0
  return pieces.goods.lost + Math.min(piecesNotSent(pieces), Math.max(0, spare - returnedPieces(pieces)))
}

/**
 * Announced returns of the orders that rows name, or that the returns which rows name are of, or the accounts, the oldest first.
 */
async function referencesOf(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]): Promise<string[]> {
  const named = distinct(rows.flatMap(({ returnReference }) => [returnReference, returnReference.toUpperCase()]))
  const orders = distinct(rows.map(({ orderNumber }) => orderNumber))
  const accounts = distinct(rows.map((row) => (row.orderNumber === '' ? row.customerAccount : '')))
  const { rows: found } = await connection.query<{ return_reference: string }>(
    `with named as (
       select order_number from unnest($3::text[]) as n (order_number)
       union
       select r.order_number from unnest($2::text[]) as n (reference) cross join lateral (
         select order_number from announced_returns
         where client_code = $1 and return_reference between n.reference and n.reference order by return_reference limit 1
       ) r
       union
       select e.order_number from unnest($2::text[]) as n (reference) cross join lateral (
         select order_number from return_events
         where client_code = $1 and told_reference between n.reference and n.reference and told_reference <> ''
         order by told_reference offset 0
       ) e
       union
       select o.order_number from unnest($4::text[]) as n (account) cross join lateral (
         select order_number from orders
         where client_code = $1 and customer_account = n.account and customer_account <> ''
         order by ordered_at, order_number offset 0
       ) o
     )
     select r.return_reference from (select distinct order_number from named) n cross join lateral (
       select distinct return_reference from (
         select return_reference from announced_lines
         where client_code = $1 and order_number between n.order_number and n.order_number
         order by order_number, sku_code offset 0
       ) l
     ) l cross join lateral (
       select return_reference, announced_at from announced_returns
       where client_code = $1 and return_reference between l.return_reference and l.return_reference
       order by return_reference limit 1
     ) r
     order by r.announced_at, r.return_reference`,
    [client, named, orders, accounts],
  )
  return found.map(({ return_reference: reference }) => reference)
}

const distinct = (names: readonly string[]): string[] => [...new Set(names.filter(Boolean))]
