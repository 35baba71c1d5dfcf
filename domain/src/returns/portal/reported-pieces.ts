import { type LifeState } from '../life/return-state.ts'
import { type ENDED, piecesReached, type ReturnQuantities } from '../life/return-states.ts'
import { piecesOnTheWay, type ReturnTally, STATES_ON_THE_WAY, stockedPieces } from '../life/return-tally.ts'
import type { AnnouncedLine } from './announced-return.ts'

/** Where all reports about a SKU of a return put its pieces. */
export type ReportedPieces = {
  readonly restocked: number
  readonly quarantined: number
  /** Pieces that reached a state before stock, by the reports of that state itself. */
  readonly onTheWay: (state: (typeof STATES_ON_THE_WAY)[number]) => number
  /** Pieces that were refunded or rejected. */
  readonly money: (state: 'refunded' | 'rejected') => number
  /** Pieces reported as ended without coming back. */
  readonly ended: (state: (typeof ENDED)[number]) => number
}

/** Reports about the SKU itself, ignoring kits. */
export function reportedPieces(tally: ReturnTally): ReportedPieces {
  const { restocked, quarantined } = stockedPieces(tally)
  return {
    restocked,
    quarantined,
    onTheWay: (state) => piecesOnTheWay(tally, state),
    money: (state) => tally.counted.get(state) ?? 0,
    ended: (state) => tally.counted.get(state) ?? 0,
  }
}

/** A return whose lines can be kits, with the boxes of each SKU (none if it is no kit) and the reports about each SKU. */
export type ReturnWithKits = {
  readonly lines: readonly AnnouncedLine[]
  readonly boxesOf: (sku: string) => readonly { readonly SKU: string; readonly quantity: number }[]
  readonly tallyOf: (sku: string) => ReturnTally | undefined
}

/**
 * Combines reports about a SKU with those about the boxes of its kits. A kit reaches a state if it was reported there
 * itself or all its boxes were, up to the announced number of kits.
 * A box counts first towards boxes announced on their own, then towards one kit: kits that already reached the state,
 * then kits in line order. An incomplete kit counts as no kit, so nobody refunds it.
 */
export function reportedPiecesWithKits(sku: string, { lines, boxesOf, tallyOf }: ReturnWithKits): ReportedPieces {
  const tally = tallyOf(sku)
  const own = tally ? reportedPieces(tally) : NO_REPORTS
  const announced = announcedOf(lines, sku)
  if (boxesOf(sku).length > 0) {
    const came = (state: BoxState) => {
      const boxed = kitsBack(state, { lines, boxesOf, tallyOf }).get(sku) ?? 0
      return Math.max(piecesIn(tally, state), Math.min(announced, piecesReportedByFeed(tally, state) + boxed))
    }
    const stocked = came('stocked')
    const restocked = Math.min(stocked, came('restocked'))
    return { restocked, quarantined: stocked - restocked, onTheWay: came, money: came, ended: own.ended }
  }
  const isBox = lines.some((line) => boxesOf(line.sku).some(({ SKU }) => SKU === sku))
  if (!isBox) return own
  const restocked = Math.min(own.restocked, announced)
  return {
    restocked,
    quarantined: Math.min(own.quarantined, announced - restocked),
    onTheWay: (state) => Math.min(own.onTheWay(state), announced),
    money: (state) => Math.min(own.money(state), announced),
    ended: own.ended,
  }
}

type BoxState = 'stocked' | 'restocked' | (typeof STATES_ON_THE_WAY)[number] | 'refunded' | 'rejected'

const NO_REPORTS: ReportedPieces = { restocked: 0, quarantined: 0, onTheWay: () => 0, money: () => 0, ended: () => 0 }

const announcedOf = (lines: readonly AnnouncedLine[], sku: string) =>
  lines.reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0)

/** Kits whose boxes all reached a state, by the kit's SKU. */
function kitsBack(state: BoxState, { lines, boxesOf, tallyOf }: ReturnWithKits): ReadonlyMap<string, number> {
  const kits = [...new Set(lines.map(({ sku }) => sku))].filter((sku) => boxesOf(sku).length > 0)
  const boxes = new Map(
    kits
      .flatMap((kit) => boxesOf(kit))
      .map(({ SKU }) => [SKU, Math.max(0, piecesIn(tallyOf(SKU), state) - announcedOf(lines, SKU))]),
  )
  const back = new Map(kits.map((kit) => [kit, 0]))
  const take = (kit: string, atMost: number) => {
    const own = boxesOf(kit)
    const complete = Math.min(atMost, ...own.map(({ SKU, quantity }) => Math.floor((boxes.get(SKU) ?? 0) / quantity)))
    if (complete <= 0) return
    for (const { SKU, quantity } of own) boxes.set(SKU, (boxes.get(SKU) ?? 0) - complete * quantity)
    back.set(kit, (back.get(kit) ?? 0) + complete)
  }
  for (const kit of kits) {
    const arrived = lines.reduce((sum, line) => sum + (line.sku === kit ? reachedBox(line.pieces, state) : 0), 0)
    take(kit, arrived - piecesIn(tallyOf(kit), state))
  }
  for (const kit of kits) take(kit, announcedOf(lines, kit) - (back.get(kit) ?? 0))
  return back
}

function piecesIn(tally: ReturnTally | undefined, state: BoxState): number {
  if (!tally) return 0
  const reported = reportedPieces(tally)
  if (state === 'refunded' || state === 'rejected') return reported.money(state)
  if (state === 'restocked') return reported.restocked
  return state === 'stocked' ? reported.restocked + reported.quarantined : piecesReachedBy(reported, state)
}

/** Like {@link piecesIn}, from the feed alone: it reports boxes where staff may have reported the kit. */
function piecesReportedByFeed(tally: ReturnTally | undefined, state: BoxState): number {
  if (!tally) return 0
  const fed = (...states: LifeState[]) => states.reduce((sum, one) => sum + (tally.reportedByFeed.get(one) ?? 0), 0)
  if (state === 'refunded' || state === 'rejected') return fed(state)
  if (state === 'restocked') return Math.min(piecesIn(tally, state), fed(state))
  const stocked = Math.min(piecesIn(tally, 'stocked'), fed('restocked', 'quarantined'))
  return state === 'stocked' ? stocked : Math.max(stocked, ...stepsFrom(state).map((one) => fed(one)))
}

/** The states before stock from one state on. */
const stepsFrom = (state: (typeof STATES_ON_THE_WAY)[number]) =>
  STATES_ON_THE_WAY.slice(0, STATES_ON_THE_WAY.indexOf(state) + 1)

/** Pieces that reached a state before stock, or a later one. */
function piecesReachedBy(
  { restocked, quarantined, onTheWay }: ReportedPieces,
  state: (typeof STATES_ON_THE_WAY)[number],
): number {
  return Math.max(restocked + quarantined, ...stepsFrom(state).map((one) => onTheWay(one)))
}

const reachedBox = (pieces: ReturnQuantities, state: BoxState): number =>
  state === 'stocked'
    ? pieces.goods.restocked + pieces.goods.quarantined
    : piecesReached(pieces, state satisfies LifeState)
