import { type LifeState } from '../life/return-state.ts'
import { type ENDED, reached, type ReturnQuantities } from '../life/return-states.ts'
import { piecesOnTheWay, type ReturnTally, STATES_ON_THE_WAY, stockedPieces } from '../life/return-tally.ts'
import type { AnnouncedLine } from './announced-return.ts'

/** Where all that was said of a SKU of a return puts its pieces. */
export type SaidPieces = {
  readonly restocked: number
  readonly quarantined: number
  /** Pieces that came to a state on the way, as far as that state's own events say. */
  readonly onTheWay: (state: (typeof STATES_ON_THE_WAY)[number]) => number
  /** Pieces whose money was decided so. */
  readonly money: (state: 'refunded' | 'rejected') => number
  /** Pieces that were said to have ended without coming back. */
  readonly ended: (state: (typeof ENDED)[number]) => number
}

/** What was said of a SKU itself. */
export function saidPieces(tally: ReturnTally): SaidPieces {
  const { restocked, quarantined } = stockedPieces(tally)
  return {
    restocked,
    quarantined,
    onTheWay: (state) => piecesOnTheWay(tally, state),
    money: (state) => tally.counted.get(state) ?? 0,
    ended: (state) => tally.counted.get(state) ?? 0,
  }
}

/** A return whose lines may be of kits: the boxes of each (of no kit none), and what was said of each SKU. */
export type SaidOfBoxes = {
  readonly lines: readonly AnnouncedLine[]
  readonly boxesOf: (sku: string) => readonly { readonly SKU: string; readonly quantity: number }[]
  readonly tallyOf: (sku: string) => ReturnTally | undefined
}

/**
 * What was said of a SKU of a return with what was said of the boxes of its kits: a kit has come to a state where it was said
 * to have come there itself, or all its boxes were, no more kits than were announced. A box that was announced by itself counts
 * for that first, and a box counts for one kit: for those that came to the state before, then in the order of lines. So part of a
 * kit is no kit, and is refunded by nobody.
 */
export function saidWithBoxes(sku: string, { lines, boxesOf, tallyOf }: SaidOfBoxes): SaidPieces {
  const tally = tallyOf(sku)
  const own = tally ? saidPieces(tally) : NOTHING_SAID
  const announced = announcedOf(lines, sku)
  if (boxesOf(sku).length > 0) {
    const came = (state: BoxState) => {
      const boxed = kitsBack(state, { lines, boxesOf, tallyOf }).get(sku) ?? 0
      return Math.max(piecesIn(tally, state), Math.min(announced, fedIn(tally, state) + boxed))
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

const NOTHING_SAID: SaidPieces = { restocked: 0, quarantined: 0, onTheWay: () => 0, money: () => 0, ended: () => 0 }

const announcedOf = (lines: readonly AnnouncedLine[], sku: string) =>
  lines.reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0)

/** Kits of which all boxes came to a state, by the kit's SKU. */
function kitsBack(state: BoxState, { lines, boxesOf, tallyOf }: SaidOfBoxes): ReadonlyMap<string, number> {
  const kits = [...new Set(lines.map(({ sku }) => sku))].filter((sku) => boxesOf(sku).length > 0)
  const boxes = new Map(
    kits
      .flatMap((kit) => boxesOf(kit))
      .map(({ SKU }) => [SKU, Math.max(0, piecesIn(tallyOf(SKU), state) - announcedOf(lines, SKU))]),
  )
  const back = new Map(kits.map((kit) => [kit, 0]))
  const take = (kit: string, atMost: number) => {
    const own = boxesOf(kit)
    const made = Math.min(atMost, ...own.map(({ SKU, quantity }) => Math.floor((boxes.get(SKU) ?? 0) / quantity)))
    if (made <= 0) return
    for (const { SKU, quantity } of own) boxes.set(SKU, (boxes.get(SKU) ?? 0) - made * quantity)
    back.set(kit, (back.get(kit) ?? 0) + made)
  }
  for (const kit of kits) {
    const there = lines.reduce((sum, line) => sum + (line.sku === kit ? reachedBox(line.pieces, state) : 0), 0)
    take(kit, there - piecesIn(tallyOf(kit), state))
  }
  for (const kit of kits) take(kit, announcedOf(lines, kit) - (back.get(kit) ?? 0))
  return back
}

function piecesIn(tally: ReturnTally | undefined, state: BoxState): number {
  if (!tally) return 0
  const said = saidPieces(tally)
  if (state === 'refunded' || state === 'rejected') return said.money(state)
  if (state === 'restocked') return said.restocked
  return state === 'stocked' ? said.restocked + said.quarantined : cameTo(said, state)
}

/** The same by the feed alone: it tells of boxes what staff may have said of the kit. */
function fedIn(tally: ReturnTally | undefined, state: BoxState): number {
  if (!tally) return 0
  const fed = (...states: LifeState[]) => states.reduce((sum, one) => sum + (tally.saidByFeed.get(one) ?? 0), 0)
  if (state === 'refunded' || state === 'rejected') return fed(state)
  if (state === 'restocked') return Math.min(piecesIn(tally, state), fed(state))
  const stocked = Math.min(piecesIn(tally, 'stocked'), fed('restocked', 'quarantined'))
  return state === 'stocked' ? stocked : Math.max(stocked, ...stepsFrom(state).map((one) => fed(one)))
}

/** States on the way from one on. */
const stepsFrom = (state: (typeof STATES_ON_THE_WAY)[number]) =>
  STATES_ON_THE_WAY.slice(0, STATES_ON_THE_WAY.indexOf(state) + 1)

/** Pieces that came to a state on the way or beyond it. */
function cameTo({ restocked, quarantined, onTheWay }: SaidPieces, state: (typeof STATES_ON_THE_WAY)[number]): number {
  return Math.max(restocked + quarantined, ...stepsFrom(state).map((one) => onTheWay(one)))
}

const reachedBox = (pieces: ReturnQuantities, state: BoxState): number =>
  state === 'stocked' ? pieces.goods.restocked + pieces.goods.quarantined : reached(pieces, state satisfies LifeState)
