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
import { referencesOf } from './announced-references.ts'

/** What was announced that rows of the feed may be about, held; what rows say of it is noted in it. */
export type AnnouncedOf = {
  /** A row with the return's own name and order, where it names one that was announced. */
  named(row: ReturnRow): ReturnRow
  /** Whether a row names one that was announced. */
  isNamed(row: ReturnRow): boolean
  /** All of them, the oldest first. */
  readonly references: readonly string[]
  /**
   * Pieces of a SKU that were announced with a return, as the SKU itself or as a box of a kit; null where it was not announced, or
   * not with this SKU.
   */
  piecesOf(reference: string, SKU: string): number | null
  /** Whether a return was announced with a SKU of which nothing was sent nor is expected: all was withdrawn, refused or expired. */
  isUnsent(reference: string, SKU: string): boolean
  /**
   * What was announced of the SKU of some orders and has not reached the row's state, the oldest return of each first; then what
   * ended and may yet come. Nothing for a row that names another announced return: it is of that one, even if that has no such SKU. Of one
   * that has ended only its own pieces may yet come.
   */
  openOf(row: ReturnRow, orderNumbers: readonly string[], tallyOf: TallyOf): OpenReturn[]
  /** Pieces of a SKU whose refund may still be recorded; as many as there are of a return that was not announced. */
  openMoneyOf(reference: string, SKU: string): number
  /** Brings the pieces of an announced return to where a row and what was said before it put them. */
  settle(of: SettledRow): void
  /** Writes what was moved, with the steps. */
  save(): Promise<void>
  /** Writes whose refunds are due in the orders of events, once these are written. */
  refreshDue(orderNumbers: readonly string[]): Promise<void>
}

type SettledRow = {
  readonly reference: string
  readonly row: ReturnRow
  readonly tally: ReturnTally
  readonly growth: number
  readonly at: Date
  /** What was said of other SKUs of the return. */
  readonly tallyOf: (SKU: string) => ReturnTally | undefined
}
type TallyOf = (of: { orderNumber: string; reference: string; SKU: string }) => ReturnTally | undefined
type Moved = { to: AnnouncedReturn; steps: Step[]; isChanged: boolean }
type Boxes = Awaited<ReturnType<typeof boxesOf>>
/** A line that a SKU is of, itself or as a box of a kit, and how many of it are in a piece. */
type LineWith = { readonly line: AnnouncedLine; readonly each: number }

/** Loads and holds it, in the order of references, in a transaction of the client. */
export async function holdAnnounced(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  rows: readonly ReturnRow[],
): Promise<AnnouncedOf> {
  const order = await referencesOf(connection, client, rows)
  const transaction = new Transaction(connection)
  const held = order.length === 0 ? [] : await lockReturns(transaction, client, order)
  const byReference = new Map<string, Moved>(
    held.map((one) => [one.reference, { to: one, steps: [], isChanged: false }]),
  )
  const oldestFirst = order.flatMap((reference) => byReference.get(reference) ?? [])
  const ofOrder = Map.groupBy(oldestFirst, ({ to }) => to.orderNumber)
  const boxes = await boxesOf(transaction, client, [
    ...new Set(held.flatMap(({ lines }) => lines.map(({ sku }) => sku))),
  ])
  const linesOf = (reference: string, SKU: string) => linesIn(boxes, byReference.get(reference), SKU)
  const namedBy = ({ returnReference }: ReturnRow) => byReference.get(returnReference.toUpperCase())
  return {
    isNamed: (row) => namedBy(row) !== undefined,
    references: order,
    named(row) {
      const named = namedBy(row)?.to
      // Another SKU than was announced comes back under the same name, where the row says nothing else of whose it is.
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
      if (named && !areUnsent(linesIn(boxes, named, row.SKU))) return []
      const own = orderNumbers.flatMap((orderNumber) => ofOrder.get(orderNumber) ?? [])
      return [
        ...openBy(own, { row, boxes, tallyOf, piecesFor: openFor }),
        ...openBy(named ? [named] : own, { row, boxes, tallyOf, piecesFor: lateFor }),
      ]
    },
    openMoneyOf(reference, SKU) {
      const own = linesOf(reference, SKU)
      return own.length === 0 ? Number.POSITIVE_INFINITY : sumOf(own, ({ pieces }) => undecidedPieces(pieces))
    },
    settle(settled) {
      const moved = byReference.get(settled.reference)
      if (moved && settled.row.event !== 'announced')
        settleRow(moved, settled, { boxes, ofOrder: ofOrder.get(moved.to.orderNumber) ?? [] })
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

const linesIn = (boxes: Boxes, of: Moved | undefined, SKU: string): LineWith[] =>
  (of?.to.lines ?? []).flatMap((line) => {
    const box = boxes.get(line.sku)?.find((one) => one.SKU === SKU)
    return line.sku === SKU ? { line, each: 1 } : box ? { line, each: box.quantity } : []
  })

/** Pieces of a SKU in lines, by how many pieces of each line they are in. */
const sumOf = (lines: readonly LineWith[], piecesOf: (line: AnnouncedLine) => number): number =>
  lines.reduce((sum, { line, each }) => sum + piecesOf(line) * each, 0)

type Opening = {
  readonly row: ReturnRow
  readonly boxes: Boxes
  readonly tallyOf: TallyOf
  readonly piecesFor: (line: AnnouncedLine, state: ReturnState) => number
}

/** The pieces of returns that may come to the state of a row. */
const openBy = (of: readonly Moved[], { row: { SKU, event }, boxes, tallyOf, piecesFor }: Opening): OpenReturn[] =>
  of.flatMap((moved) => {
    const { orderNumber, reference } = moved.to
    const lines = linesIn(boxes, moved, SKU)
    const pieces = sumOf(lines, (line) => piecesFor(line, event))
    // A kit stays open until its last box is there: of its other boxes no more come.
    const tally = lines.every(({ line }) => line.sku === SKU) ? undefined : tallyOf({ orderNumber, reference, SKU })
    const open = tally ? Math.min(pieces, remainingPieces(tally, event)) : pieces
    return open > 0 ? [{ orderNumber, reference, open }] : []
  })

/** Settles a row on the lines of a return that its SKU is of. */
function settleRow(
  moved: Moved,
  { row: { SKU: fed, event }, tally, growth, at, tallyOf: others }: SettledRow,
  { boxes, ofOrder }: { readonly boxes: Boxes; readonly ofOrder: readonly Moved[] },
): void {
  const { lines } = moved.to
  const boxesOfKit = (sku: string) => kitBoxes(boxes, sku)
  const hasKits = lines.some(({ sku }) => boxesOfKit(sku).length > 0)
  const tallyOf = (SKU: string) => (SKU === fed ? tally : others(SKU))
  for (const SKU of new Set(linesIn(boxes, moved, fed).map(({ line }) => line.sku))) {
    const before = moved.to
    const said = hasKits ? reportedPiecesWithKits(SKU, { lines, boxesOf: boxesOfKit, tallyOf }) : reportedPieces(tally)
    const isMoney = event === 'refunded' || event === 'rejected'
    const decided = (money: 'refunded' | 'rejected') =>
      before.lines.reduce((sum, { sku, pieces }) => sum + (sku === SKU ? pieces.money[money] : 0), 0)
    const grown = hasKits && isMoney ? Math.max(0, said.money(event) - decided(event)) : growth
    const { to, pieces } = settleReturn(before, { SKU, event, growth: grown, reported: said, day: dayOf(at) })
    moved.isChanged ||= !isDeepStrictEqual(to, before)
    moved.to = to
    for (const other of ofOrder) if (other !== moved) leaveTo(other, before, to)
    if (pieces.length > 0)
      addStep(moved, { step: event, at, by: '', pieces, isArrival: receivedOf(to) > receivedOf(before) })
  }
}

/** Whether all pieces of lines were withdrawn, refused or expired. */
const areUnsent = (lines: readonly LineWith[]): boolean =>
  lines.length > 0 && lines.every(({ line: { pieces } }) => piecesNotSent(pieces) === piecesOf(pieces))

/** Leaves another return of an order what one of its returns has less than before; what that has more it has no more. */
function leaveTo(other: Moved, before: AnnouncedReturn, after: AnnouncedReturn): void {
  const lines = other.to.lines.map((line) => {
    const ofLine = (of: AnnouncedReturn) =>
      of.lines
        .filter(({ lineNumber }) => lineNumber === line.lineNumber)
        .reduce((sum, { pieces }) => sum + returnedPieces(pieces), 0)
    return line.spare === undefined ? line : { ...line, spare: line.spare + ofLine(before) - ofLine(after) }
  })
  other.to = { ...other.to, lines }
}

/** Adds a step, or its pieces to what happened at the same moment. */
function addStep({ steps }: Moved, added: Step): void {
  const at = steps.findIndex((one) => one.step === added.step && one.at.getTime() === added.at.getTime())
  const there = steps[at]
  if (!there) steps.push(added)
  else {
    const isArrival = there.isArrival === true || added.isArrival === true
    steps.splice(at, 1, { ...there, pieces: [...there.pieces, ...added.pieces], isArrival })
  }
}

/** Pieces of a return that were received, said or not. */
const receivedOf = ({ lines }: AnnouncedReturn): number =>
  lines.reduce((sum, { pieces }) => sum + piecesReached(pieces, 'received'), 0)

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
      return Math.max(0, undecidedPieces(pieces) - piecesNotSent(pieces))
  }
}

/** Pieces of a line that nobody expects any more, and that come all the same. */
function lateFor(
  { pieces, spare = Number.POSITIVE_INFINITY, overshipped = 0 }: AnnouncedLine,
  state: ReturnState,
): number {
  if (state === 'announced' || state === 'refunded' || state === 'rejected') return 0
  return pieces.goods.lost + Math.min(piecesNotSent(pieces), Math.max(0, spare + overshipped - returnedPieces(pieces)))
}
