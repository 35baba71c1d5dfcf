import { isDeepStrictEqual } from 'node:util'
import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import { dayOf } from '@despatch/domain/calendar/day'
import type { AnnouncedLine, AnnouncedReturn } from '@despatch/domain/returns/portal/announced-return'
import { settleReturn } from '@despatch/domain/returns/portal/settle-return'
import { type ReturnTally, remainingPieces } from '@despatch/domain/returns/life/return-tally'
import { reportedPieces, reportedPiecesWithKits } from '@despatch/domain/returns/portal/reported-pieces'
import type { OpenReturn } from '@despatch/domain/returns/life/match-return-event'
import type { ReturnState } from '@despatch/domain/returns/life/return-state'
import {
  undecidedPieces,
  piecesNotSent,
  piecesOf,
  piecesReached,
  returnedPieces,
} from '@despatch/domain/returns/life/return-states'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { lockReturns } from '../../returns/portal/load-returns.ts'
import { refreshDue } from '../../returns/portal/refresh-due.ts'
import { saveReturns, type Step } from '../../returns/portal/save-returns.ts'
import { boxesOf } from '../../stock/boxes-of.ts'
import { findAnnouncedReferences } from './announced-references.ts'

/** Announced returns that a chunk's rows may belong to, locked. Changes by rows are collected until `save`. */
export type AnnouncedReturns = {
  /** Completes a row that names an announced return with the return's own reference and order number. */
  named(row: ReturnRow): ReturnRow
  /** Whether a row names an announced return. */
  isNamed(row: ReturnRow): boolean
  /** References of all of them, oldest first. */
  readonly references: readonly string[]
  /**
   * Pieces of a SKU announced with a return, as the SKU itself or as a box of a kit; null if the return or its SKU was
   * not announced.
   */
  piecesOf(reference: string, SKU: string): number | null
  /** Whether a return was announced with a SKU and all its pieces were withdrawn, refused or expired. */
  isUnsent(reference: string, SKU: string): boolean
  /**
   * Announced pieces of the row's SKU in some orders that have not reached the row's state, oldest return of each order
   * first; then pieces that ended and may still arrive. Empty if the row names another announced return, even one
   * without this SKU. If the named return has ended, only its own pieces count.
   */
  openOf(row: ReturnRow, orderNumbers: readonly string[], tallyOf: TallyOf): OpenReturn[]
  /** Pieces of a SKU whose refund or rejection can still be recorded; infinite for returns that were not announced. */
  openMoneyOf(reference: string, SKU: string): number
  /** Moves the pieces of an announced return to where a row, and earlier events, put them. */
  settle(of: SettledRow): void
  /** Writes changed returns with their steps. */
  save(): Promise<void>
  /** Updates due refunds of orders. Call it after their events are written. */
  refreshDue(orderNumbers: readonly string[]): Promise<void>
}

type SettledRow = {
  readonly reference: string
  readonly row: ReturnRow
  readonly tally: ReturnTally
  readonly growth: number
  readonly at: Date
  /** Events of other SKUs of the return. */
  readonly tallyOf: (SKU: string) => ReturnTally | undefined
}
type TallyOf = (of: { orderNumber: string; reference: string; SKU: string }) => ReturnTally | undefined
type ChangedReturn = { to: AnnouncedReturn; steps: Step[]; isChanged: boolean }
type Boxes = Awaited<ReturnType<typeof boxesOf>>
/** A line to which a SKU belongs, itself or as a box of a kit, and how many of the SKU are in a piece. */
type LineOfSku = { readonly line: AnnouncedLine; readonly each: number }

/** Loads and locks announced returns in order of their references, in a transaction of the client. */
export async function lockAnnouncedReturns(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  rows: readonly ReturnRow[],
): Promise<AnnouncedReturns> {
  const order = await findAnnouncedReferences(connection, client, rows)
  const transaction = new Transaction(connection)
  const held = order.length === 0 ? [] : await lockReturns(transaction, client, order)
  const byReference = new Map<string, ChangedReturn>(
    held.map((one) => [one.reference, { to: one, steps: [], isChanged: false }]),
  )
  const oldestFirst = order.flatMap((reference) => byReference.get(reference) ?? [])
  const byOrder = Map.groupBy(oldestFirst, ({ to }) => to.orderNumber)
  const boxes = await boxesOf(transaction, client, [
    ...new Set(held.flatMap(({ lines }) => lines.map(({ sku }) => sku))),
  ])
  const linesOf = (reference: string, SKU: string) => linesOfSku(boxes, byReference.get(reference), SKU)
  const namedBy = ({ returnReference }: ReturnRow) => byReference.get(returnReference.toUpperCase())
  return {
    isNamed: (row) => namedBy(row) !== undefined,
    references: order,
    named(row) {
      const named = namedBy(row)?.to
      // A SKU that was not announced may arrive under the same reference, if the row names no order or account.
      const isWhole = row.orderNumber === '' && row.customerAccount === ''
      if (!named || !(isWhole || linesOf(named.reference, row.SKU).length > 0)) return row
      return { ...row, returnReference: named.reference, orderNumber: named.orderNumber }
    },
    piecesOf(reference, SKU) {
      const own = linesOf(reference, SKU)
      return own.length === 0 ? null : sumOf(own, ({ quantity }) => quantity)
    },
    isUnsent: (reference, SKU) => areUnsent(linesOf(reference, SKU)),
    openOf(row, orderNumbers, tallyOf) {
      const named = namedBy(row)
      if (named && !areUnsent(linesOfSku(boxes, named, row.SKU))) return []
      const own = orderNumbers.flatMap((orderNumber) => byOrder.get(orderNumber) ?? [])
      return [
        ...findOpenPieces(own, { row, boxes, tallyOf, piecesFor: countOpen }),
        ...findOpenPieces(named ? [named] : own, { row, boxes, tallyOf, piecesFor: countLate }),
      ]
    },
    openMoneyOf(reference, SKU) {
      const own = linesOf(reference, SKU)
      return own.length === 0 ? Number.POSITIVE_INFINITY : sumOf(own, ({ pieces }) => undecidedPieces(pieces))
    },
    settle(settled) {
      const moved = byReference.get(settled.reference)
      if (moved && settled.row.event !== 'announced')
        settleRow(moved, settled, { boxes, ofOrder: byOrder.get(moved.to.orderNumber) ?? [] })
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

const kitBoxes = (boxes: Boxes, sku: string) => (boxes.get(sku) ?? []).filter((box) => box.SKU !== sku)

const linesOfSku = (boxes: Boxes, of: ChangedReturn | undefined, SKU: string): LineOfSku[] =>
  (of?.to.lines ?? []).flatMap((line) => {
    const box = boxes.get(line.sku)?.find((one) => one.SKU === SKU)
    return line.sku === SKU ? { line, each: 1 } : box ? { line, each: box.quantity } : []
  })

/** Sums pieces of a SKU over lines, times how many are in each piece. */
const sumOf = (lines: readonly LineOfSku[], piecesOf: (line: AnnouncedLine) => number): number =>
  lines.reduce((sum, { line, each }) => sum + piecesOf(line) * each, 0)

type OpenPiecesQuery = {
  readonly row: ReturnRow
  readonly boxes: Boxes
  readonly tallyOf: TallyOf
  readonly piecesFor: (line: AnnouncedLine, state: ReturnState) => number
}

/** Pieces of returns that may move to the state of a row. */
const findOpenPieces = (
  of: readonly ChangedReturn[],
  { row: { SKU, event }, boxes, tallyOf, piecesFor }: OpenPiecesQuery,
): OpenReturn[] =>
  of.flatMap((moved) => {
    const { orderNumber, reference } = moved.to
    const lines = linesOfSku(boxes, moved, SKU)
    const pieces = sumOf(lines, (line) => piecesFor(line, event))
    // A kit stays open until its last box arrives, so limit each box to its own pieces.
    const tally = lines.every(({ line }) => line.sku === SKU) ? undefined : tallyOf({ orderNumber, reference, SKU })
    const open = tally ? Math.min(pieces, remainingPieces(tally, event)) : pieces
    return open > 0 ? [{ orderNumber, reference, open }] : []
  })

/** Applies a row to the lines of a return that contain its SKU. */
function settleRow(
  moved: ChangedReturn,
  { row: { SKU: rowSku, event }, tally, growth, at, tallyOf: tallyOfOther }: SettledRow,
  { boxes, ofOrder: byOrder }: { readonly boxes: Boxes; readonly ofOrder: readonly ChangedReturn[] },
): void {
  const { lines } = moved.to
  const boxesOfKit = (sku: string) => kitBoxes(boxes, sku)
  const hasKits = lines.some(({ sku }) => boxesOfKit(sku).length > 0)
  const tallyOf = (SKU: string) => (SKU === rowSku ? tally : tallyOfOther(SKU))
  for (const SKU of new Set(linesOfSku(boxes, moved, rowSku).map(({ line }) => line.sku))) {
    const before = moved.to
    const reported = hasKits
      ? reportedPiecesWithKits(SKU, { lines, boxesOf: boxesOfKit, tallyOf })
      : reportedPieces(tally)
    const isMoney = event === 'refunded' || event === 'rejected'
    const decided = (money: 'refunded' | 'rejected') =>
      before.lines.reduce((sum, { sku, pieces }) => sum + (sku === SKU ? pieces.money[money] : 0), 0)
    const newGrowth = hasKits && isMoney ? Math.max(0, reported.money(event) - decided(event)) : growth
    const { to, pieces } = settleReturn(before, {
      SKU,
      event,
      growth: newGrowth,
      reported,
      day: dayOf(at),
    })
    moved.isChanged ||= !isDeepStrictEqual(to, before)
    moved.to = to
    for (const other of byOrder) if (other !== moved) adjustSpare(other, before, to)
    if (pieces.length > 0)
      addStep(moved, { step: event, at, by: '', pieces, isArrival: receivedOf(to) > receivedOf(before) })
  }
}

const areUnsent = (lines: readonly LineOfSku[]): boolean =>
  lines.length > 0 && lines.every(({ line: { pieces } }) => piecesNotSent(pieces) === piecesOf(pieces))

/** Adjusts what other returns of the order may still receive after one return changed. */
function adjustSpare(other: ChangedReturn, before: AnnouncedReturn, after: AnnouncedReturn): void {
  const lines = other.to.lines.map((line) => {
    const ofLine = (of: AnnouncedReturn) =>
      of.lines
        .filter(({ lineNumber }) => lineNumber === line.lineNumber)
        .reduce((sum, { pieces }) => sum + returnedPieces(pieces), 0)
    return line.spare === undefined ? line : { ...line, spare: line.spare + ofLine(before) - ofLine(after) }
  })
  other.to = { ...other.to, lines }
}

/** Adds a step, or adds its pieces to the same step at the same moment. */
function addStep({ steps }: ChangedReturn, added: Step): void {
  const at = steps.findIndex((one) => one.step === added.step && one.at.getTime() === added.at.getTime())
  const sameStep = steps[at]
  if (!sameStep) steps.push(added)
  else {
    const isArrival = sameStep.isArrival === true || added.isArrival === true
    steps.splice(at, 1, { ...sameStep, pieces: [...sameStep.pieces, ...added.pieces], isArrival })
  }
}

/** Received pieces of a return, reported or implied. */
const receivedOf = ({ lines }: AnnouncedReturn): number =>
  lines.reduce((sum, { pieces }) => sum + piecesReached(pieces, 'received'), 0)

/** Pieces of a line that can still reach a state. */
function countOpen({ pieces }: AnnouncedLine, state: ReturnState): number {
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
      return Math.max(0, undecidedPieces(pieces) - piecesNotSent(pieces))
  }
}

/** Pieces of a line that ended but may still arrive. */
function countLate(
  { pieces, spare = Number.POSITIVE_INFINITY, overshipped = 0 }: AnnouncedLine,
  state: ReturnState,
): number {
  if (state === 'announced' || state === 'refunded' || state === 'rejected') return 0
  return pieces.goods.lost + Math.min(piecesNotSent(pieces), Math.max(0, spare + overshipped - returnedPieces(pieces)))
}
