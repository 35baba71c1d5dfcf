import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import { dayOf } from '@despatch/domain/calendar/day'
import { type AnnouncedLine, type AnnouncedReturn, moveLines } from '@despatch/domain/returns/portal/announced-return'
import type { OpenReturn } from '@despatch/domain/returns/life/meet-return'
import type { ReturnState } from '@despatch/domain/returns/life/return-state'
import { openMoney } from '@despatch/domain/returns/life/return-states'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { holdReturns } from '../../returns/portal/load-returns.ts'
import { saveReturns, type Step } from '../../returns/portal/save-returns.ts'

/** What was announced that rows of the feed may be about, held; what rows say of it is noted in it. */
export type AnnouncedOf = {
  /** A row with the return's own name and order, where it names one that was announced. */
  named(row: ReturnRow): ReturnRow
  /** What was announced of the SKU of an order and has not reached a state, the oldest return first. */
  openOf(row: ReturnRow): OpenReturn[]
  /** Brings pieces of a return to a state; nothing, where it was not announced or has no such SKU. */
  move(of: { reference: string; row: ReturnRow; quantity: number; at: Date }): void
  /** Writes what was moved, with the steps. */
  save(): Promise<void>
}

type Moved = { to: AnnouncedReturn; steps: Step[] }

/** Loads and holds it, in the order of references, in a transaction of the client. */
export async function holdAnnounced(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  rows: readonly ReturnRow[],
): Promise<AnnouncedOf> {
  const order = await referencesOf(connection, client, rows)
  const transaction = new Transaction(connection)
  const held = order.length === 0 ? [] : await holdReturns(transaction, client, order)
  const byReference = new Map<string, Moved>(held.map((one) => [one.reference, { to: one, steps: [] }]))
  const oldestFirst = order.flatMap((reference) => byReference.get(reference) ?? [])
  return {
    named(row) {
      const named = byReference.get(row.returnReference.toUpperCase())?.to
      // Another SKU than was announced comes back under the same name, where the row says nothing else of whose it is.
      const isWhole = row.orderNumber === '' && row.customerAccount === ''
      if (!named || !(isWhole || named.lines.some(({ sku }) => sku === row.SKU))) return row
      return { ...row, returnReference: named.reference, orderNumber: named.orderNumber }
    },
    openOf({ orderNumber, SKU, event }) {
      return oldestFirst.flatMap(({ to: { reference, orderNumber: of, lines } }) => {
        if (of !== orderNumber) return []
        const own = lines.filter(({ sku }) => sku === SKU)
        const open = own.reduce((sum, line) => sum + openFor(line, event), 0)
        return open > 0 ? [{ orderNumber, reference, open }] : []
      })
    },
    move({ reference, row: { SKU, event }, quantity, at }) {
      const moved = byReference.get(reference)
      if (!moved || event === 'announced') return
      const pieces = moveSku(moved, { SKU, state: event, quantity, today: dayOf(at) })
      if (pieces.length === 0) return
      const step = moved.steps.find((one) => one.step === event && one.at.getTime() === at.getTime())
      if (step) moved.steps.splice(moved.steps.indexOf(step), 1, { ...step, pieces: [...step.pieces, ...pieces] })
      else moved.steps.push({ step: event, at, by: '', pieces })
    },
    async save() {
      const changed = oldestFirst.filter(({ steps }) => steps.length > 0)
      await saveReturns(transaction, { client, now, source: 'feed' }, changed)
    },
  }
}

/** Moves pieces of a SKU, over the lines that have it: first what is open, and what is more comes to the first of them. */
function moveSku(
  moved: Moved,
  { SKU, state, quantity, today }: { SKU: string; state: ReturnState; quantity: number; today: string },
): { lineNumber: number; quantity: number }[] {
  const own = moved.to.lines.filter(({ sku }) => sku === SKU)
  const isMoney = state === 'refunded' || state === 'rejected'
  const pieces: { lineNumber: number; quantity: number }[] = []
  let left = quantity
  for (const line of own) {
    const taken = Math.min(left, openFor(line, state))
    if (taken > 0) pieces.push({ lineNumber: line.lineNumber, quantity: taken })
    left -= taken
  }
  const [first] = own
  if (left > 0 && first && !isMoney) {
    const at = pieces.findIndex(({ lineNumber }) => lineNumber === first.lineNumber)
    pieces[at === -1 ? pieces.length : at] = {
      lineNumber: first.lineNumber,
      quantity: (pieces[at]?.quantity ?? 0) + left,
    }
  }
  const to = moveLines(
    moved.to,
    pieces.map((piece) => ({ ...piece, state })),
    today,
  )
  if ('problem' in to) return []
  moved.to = to
  return pieces
}

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
      return openMoney(pieces)
  }
}

/** Announced returns that rows name, or whose order and SKU they name, the oldest first. */
async function referencesOf(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]): Promise<string[]> {
  const named = [...new Set(rows.map(({ returnReference }) => returnReference.toUpperCase()))]
  const orders = [...new Set(rows.map(({ orderNumber }) => orderNumber).filter(Boolean))]
  const { rows: found } = await connection.query<{ return_reference: string }>(
    `select r.return_reference, r.announced_at from unnest($2::text[]) as n (reference) cross join lateral (
       select return_reference, announced_at from announced_returns
       where client_code = $1 and return_reference between n.reference and n.reference order by return_reference limit 1
     ) r
     union
     select r.return_reference, r.announced_at from unnest($3::text[]) as n (order_number) cross join lateral (
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
     order by announced_at, return_reference`,
    [client, named, orders],
  )
  return found.map(({ return_reference: reference }) => reference)
}
