import { describe, expect, test } from 'vitest'
import type { LifeState } from '../life/return-state.ts'
import { NO_PIECES } from '../life/return-states.ts'
import { addEvent, newTally, type ReturnTally } from '../life/return-tally.ts'
import { type AnnouncedReturn, moveLines, owedPieces } from './announced-return.ts'
import { reportedPiecesWithKits } from './reported-pieces.ts'
import { settleReturn } from './settle-return.ts'

const DAY = '2026-03-20'
const BOXES = new Map([
  ['TABLE', { TOP: 1, LEG: 4 }],
  ['BENCH', { SEAT: 1, LEG: 4 }],
])
const boxesOf = (sku: string) => Object.entries(BOXES.get(sku) ?? {}).map(([SKU, quantity]) => ({ SKU, quantity }))
type Row = readonly [sku: string, state: LifeState, quantity: number, source?: 'portal']

/** What is owed for each line after rows about SKUs and their boxes, and the states of the pieces. */
function after(announced: Record<string, number>, rows: readonly Row[]) {
  let of: AnnouncedReturn = {
    reference: 'R',
    orderNumber: 'O',
    review: 'none',
    refundDueOn: null,
    exchangeOrder: '',
    exchange: 'none',
    version: 0,
    lines: Object.entries(announced).map(([sku, quantity], at) => ({
      lineNumber: at + 1,
      sku,
      quantity,
      resolution: 'refund',
      answer: 'allowed',
      pieces: NO_PIECES,
    })),
  }
  const moved = (to: ReturnType<typeof moveLines>) => {
    if ('problem' in to) throw new Error(to.problem)
    of = to
  }
  const tallies = new Map<string, ReturnTally>()
  const tallyOf = (sku: string) => tallies.get(sku)
  for (const { lineNumber, quantity } of of.lines)
    moved(moveLines(of, [{ lineNumber, state: 'announced', quantity }], DAY))
  const piecesOf = (sku: string) =>
    of.lines.reduce((sum, line) => {
      const each = line.sku === sku ? 1 : (boxesOf(line.sku).find(({ SKU }) => SKU === sku)?.quantity ?? 0)
      return sum + line.quantity * each
    }, 0)
  for (const [at, [sku, state, quantity, source = 'feed']] of rows.entries()) {
    const tally = tallies.get(sku) ?? newTally(piecesOf(sku))
    tallies.set(sku, tally)
    const day = new Date(Date.UTC(2026, 2, 20, at))
    const growth = addEvent(tally, {
      key: `${at}`,
      state,
      quantity,
      source,
      at: day,
      isUncertain: false,
      condition: '',
      code: undefined,
    })
    for (const line of new Set(of.lines.map((one) => one.sku))) {
      if (line !== sku && !boxesOf(line).some(({ SKU }) => SKU === sku)) continue
      const reported = reportedPiecesWithKits(line, { lines: of.lines, boxesOf, tallyOf })
      const isMoney = state === 'refunded' || state === 'rejected'
      const decided = of.lines.reduce(
        (sum, one) => sum + (isMoney && one.sku === line ? one.pieces.money[state] : 0),
        0,
      )
      if (source === 'portal') moved(moveLines(of, [{ lineNumber: 1, state, quantity }], DAY))
      else
        of = settleReturn(of, {
          SKU: line,
          event: state as 'received',
          growth: isMoney ? reported.money(state) - decided : growth,
          reported,
          day: DAY,
        }).to
    }
  }
  return of.lines.map((line) => [
    line.sku,
    Object.fromEntries(Object.entries(line.pieces.goods).filter(([, count]) => count > 0)),
    owedPieces(line, of),
  ])
}

describe('a kit returned in boxes', () => {
  test.each<[string, readonly Row[], object, number]>([
    ['one box', [['TOP', 'received', 1]], { announced: 1 }, 0],
    [
      'not enough of one',
      [
        ['TOP', 'received', 1],
        ['LEG', 'received', 3],
      ],
      { announced: 1 },
      0,
    ],
    [
      'all boxes',
      [
        ['TOP', 'received', 1],
        ['LEG', 'received', 3],
        ['LEG', 'received', 1],
      ],
      { received: 1 },
      1,
    ],
    ['as the kit', [['TABLE', 'received', 1]], { received: 1 }, 1],
    [
      'as the kit, then in boxes',
      [
        ['TABLE', 'received', 1],
        ['TOP', 'restocked', 1],
        ['LEG', 'restocked', 4],
      ],
      { restocked: 1 },
      1,
    ],
    [
      'one box in quarantine',
      [
        ['TOP', 'quarantined', 1],
        ['LEG', 'restocked', 4],
      ],
      { quarantined: 1 },
      1,
    ],
    [
      'put back in turn',
      [
        ['TOP', 'restocked', 1],
        ['LEG', 'received', 4],
      ],
      { received: 1 },
      1,
    ],
    [
      'received by staff too',
      [
        ['TABLE', 'received', 1, 'portal'],
        ['TOP', 'received', 1],
        ['LEG', 'received', 4],
      ],
      { received: 1 },
      1,
    ],
    [
      'more than was announced',
      [
        ['TOP', 'received', 2],
        ['LEG', 'received', 8],
      ],
      { received: 1 },
      1,
    ],
    [
      'one box refunded',
      [
        ['TOP', 'received', 1],
        ['LEG', 'received', 4],
        ['TOP', 'refunded', 1],
      ],
      { received: 1 },
      1,
    ],
    [
      'all refunded',
      [
        ['TOP', 'received', 1],
        ['LEG', 'received', 4],
        ['TOP', 'refunded', 1],
        ['LEG', 'refunded', 4],
      ],
      { received: 1 },
      0,
    ],
  ])('%s', (_name, rows, goods, owed) => {
    expect(after({ TABLE: 1 }, rows)).toEqual([['TABLE', goods, owed]])
  })

  test('counts each box once: first for its own line, then for a kit', () => {
    const rows: Row[] = [
      ['LEG', 'received', 5],
      ['SEAT', 'received', 1],
    ]
    const announced = { TABLE: 1, BENCH: 1, LEG: 1 }
    const bench = [
      ['TABLE', { announced: 1 }, 0],
      ['BENCH', { received: 1 }, 1],
      ['LEG', { received: 1 }, 1],
    ]
    expect(after(announced, rows)).toEqual(bench)
    expect(after(announced, [...rows, ['TOP', 'received', 1]])).toEqual(bench)
    expect(after(announced, [...rows, ['TOP', 'received', 1], ['LEG', 'received', 4]])[0]).toEqual([
      'TABLE',
      { received: 1 },
      1,
    ])
  })
})
