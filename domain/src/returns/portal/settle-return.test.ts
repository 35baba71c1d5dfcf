import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_PIECES } from '../life/return-states.ts'
import type { LifeState, ReturnState } from '../life/return-state.ts'
import { addEvent, newTally, type ReportedEvent } from '../life/return-tally.ts'
import { type AnnouncedReturn, moveLines, owedPieces } from './announced-return.ts'
import { reportedPieces } from './reported-pieces.ts'
import { settleReturn } from './settle-return.ts'

const DAY = '2026-03-20'
const hour = (at: number) => new Date(Date.UTC(2026, 2, 20, at))
type Row<State = ReturnState> = readonly [state: State, hour: number, quantity?: number]

function announcedOf(quantity: number, overrides: Partial<AnnouncedReturn> = {}): AnnouncedReturn {
  const line = { lineNumber: 1, sku: 'K', quantity, resolution: 'refund' as const, answer: 'allowed' as const }
  const of: AnnouncedReturn = {
    reference: 'R',
    orderNumber: 'O',
    review: 'none',
    refundDueOn: null,
    exchangeOrder: '',
    exchange: 'none',
    version: 0,
    lines: [{ ...line, pieces: NO_PIECES }],
    ...overrides,
  }
  const to = moveLines(of, [{ lineNumber: 1, state: 'announced', quantity }], DAY)
  if ('problem' in to) throw new Error(to.problem)
  return to
}

/** A return after staff reports, then rows of the feed. */
function after(quantity: number, rows: readonly Row[], byStaff: readonly Row<LifeState>[] = []) {
  let of = announcedOf(quantity)
  const tally = newTally(quantity)
  const event = ([state, at, pieces = 1]: Row<LifeState>, source: 'portal' | 'feed', place: number): ReportedEvent => {
    const own = { key: `${source} ${place}`, source, at: hour(at), isUncertain: false, condition: '', code: undefined }
    return { ...own, state, quantity: pieces }
  }
  addEvent(tally, event(['announced', 0, quantity], 'portal', -1))
  for (const [place, row] of byStaff.entries()) {
    addEvent(tally, event(row, 'portal', place))
    const to = moveLines(of, [{ lineNumber: 1, state: row[0], quantity: row[2] ?? 1 }], DAY)
    if ('problem' in to) throw new Error(to.problem)
    of = to
  }
  for (const [place, row] of rows.entries()) {
    const [state] = row
    const isMoney = state === 'refunded' || state === 'rejected'
    const open = of.lines.reduce((sum, { pieces: { goods, money } }) => {
      const all = Object.values(goods).reduce((total, one) => total + one, 0)
      return sum + all - money.refunded - money.rejected
    }, 0)
    const growth = addEvent(tally, event(row, 'feed', place), isMoney ? open : undefined)
    of = settleReturn(of, { SKU: 'K', event: state, reported: reportedPieces(tally), growth, day: DAY }).to
  }
  const [line] = of.lines
  if (!line) throw new Error('no line')
  const { pieces } = line
  const goods = Object.fromEntries(Object.entries(pieces.goods).filter(([, count]) => count > 0))
  return { ...goods, ...pieces.money, extra: pieces.extra, owed: owedPieces(line, of) }
}

const ONE = { refunded: 0, rejected: 0, extra: 0, owed: 1 }

describe('a piece is in the state of its latest event by time', () => {
  test.each<[string, readonly Row[], object]>([
    [
      'received after it was restocked',
      [
        ['restocked', 8],
        ['received', 6],
      ],
      { ...ONE, restocked: 1 },
    ],
    [
      'the newest first',
      [
        ['restocked', 8],
        ['inspected', 7],
        ['received', 6],
      ],
      { ...ONE, restocked: 1 },
    ],
    [
      'a late scan of the way',
      [
        ['received', 8],
        ['in_transit', 6],
      ],
      { ...ONE, received: 1 },
    ],
    [
      'a late quarantine',
      [
        ['restocked', 8],
        ['quarantined', 7],
      ],
      { ...ONE, restocked: 1 },
    ],
    [
      'restocked, quarantined and restocked again',
      [
        ['restocked', 6],
        ['quarantined', 7],
        ['restocked', 8],
      ],
      { ...ONE, restocked: 1 },
    ],
    [
      'quarantined, restocked and quarantined again',
      [
        ['quarantined', 6],
        ['restocked', 7],
        ['quarantined', 8],
      ],
      { ...ONE, quarantined: 1 },
    ],
    [
      'repeated at another time',
      [
        ['received', 6],
        ['received', 7],
      ],
      { ...ONE, received: 1 },
    ],
  ])('%s', (_name, rows, pieces) => expect(after(1, rows)).toEqual(pieces))

  test('a report by staff and by the feed counts as one event', () => {
    expect(after(1, [['received', 7]], [['received', 6]])).toEqual({ ...ONE, received: 1 })
    const refunded = { received: 2, refunded: 1, rejected: 0, extra: 0, owed: 1 }
    expect(
      after(
        2,
        [['refunded', 8]],
        [
          ['received', 6, 2],
          ['refunded', 7],
        ],
      ),
    ).toEqual(refunded)
  })
  test('a piece that moves within stock is not counted as another announced piece', () => {
    const reports: Row[] = [
      ['received', 6],
      ['restocked', 7],
      ['quarantined', 8],
      ['restocked', 9],
    ]
    const half = { ...ONE, announced: 1, restocked: 1 }
    expect(after(2, reports)).toEqual(half)
    expect(after(2, reports.toReversed())).toEqual(half)
    expect(after(2, reports.slice(1), [['withdrawn', 1]])).toEqual({ ...ONE, withdrawn: 1, restocked: 1 })
    expect(after(2, reports.slice(1), [['expired', 1]])).toEqual({ ...ONE, expired: 1, restocked: 1 })
  })
  test('a piece that moved before another arrived stays distinct from it', () => {
    const reports: Row[] = [
      ['received', 6],
      ['restocked', 7],
      ['quarantined', 8],
      ['received', 9],
    ]
    const both = { ...ONE, received: 1, quarantined: 1, owed: 2 }
    expect(after(2, reports)).toEqual(both)
    expect(after(2, reports.toReversed())).toEqual(both)
  })
  test('two half rows are two pieces, and a larger row adds pieces', () => {
    expect(
      after(2, [
        ['received', 6],
        ['received', 7],
      ]),
    ).toEqual({ ...ONE, received: 2, owed: 2 })
    expect(after(1, [['received', 6, 3]])).toEqual({ ...ONE, received: 3, extra: 2, owed: 3 })
  })
})

describe('an ended piece that arrives after all', () => {
  test.each<[string, number, readonly Row<LifeState>[], readonly Row[], object]>([
    [
      'kept by the shopper, and paid for',
      1,
      [
        ['kept', 5],
        ['refunded', 5],
      ],
      [['received', 6]],
      { received: 1, refunded: 1, rejected: 0, extra: 0, owed: 0 },
    ],
    [
      'kept by the shopper, and scanned on its way',
      1,
      [
        ['kept', 5],
        ['refunded', 5],
      ],
      [['in_transit', 6]],
      { in_transit: 1, refunded: 1, rejected: 0, extra: 0, owed: 0 },
    ],
    [
      'withdrawn, one row each',
      2,
      [['withdrawn', 5, 2]],
      [
        ['received', 6],
        ['received', 7],
      ],
      { ...ONE, received: 2, owed: 2 },
    ],
    [
      'withdrawn, put into stock one row each',
      2,
      [['withdrawn', 5, 2]],
      [
        ['restocked', 6],
        ['restocked', 7],
      ],
      { ...ONE, restocked: 2, owed: 2 },
    ],
    [
      'one of three withdrawn',
      3,
      [['withdrawn', 5]],
      [
        ['received', 6],
        ['received', 7],
        ['received', 8],
      ],
      { ...ONE, received: 3, owed: 3 },
    ],
    ['refused, in one row', 2, [['refused', 5, 2]], [['received', 6, 2]], { ...ONE, received: 2, owed: 2 }],
  ])('%s', (_name, quantity, byStaff, rows, pieces) => expect(after(quantity, rows, byStaff)).toEqual(pieces))

  test('is extra if another return has claimed it', () => {
    const of = announcedOf(1)
    const ended = moveLines(
      { ...of, lines: of.lines.map((line) => ({ ...line, spare: 0 })) },
      [{ lineNumber: 1, state: 'expired', quantity: 1 }],
      DAY,
    )
    const came = 'problem' in ended ? ended : moveLines(ended, [{ lineNumber: 1, state: 'received', quantity: 1 }], DAY)
    if ('problem' in came) throw new Error(came.problem)
    expect(came.lines[0]?.pieces).toMatchObject({ extra: 1, goods: { expired: 1, received: 1 } })
    expect(came.refundDueOn).toBeNull()
  })
})

const anyRows = fc.array(
  fc.tuple(
    fc.constantFrom<ReturnState>('in_transit', 'received', 'inspected', 'restocked', 'quarantined'),
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: 2 }),
  ),
  { minLength: 1, maxLength: 7 },
)

test('the same rows give the same result in any order', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      anyRows,
      fc.constantFrom<LifeState | undefined>(undefined, 'withdrawn', 'refused', 'expired', 'kept'),
      fc.infiniteStream(fc.nat()),
      (quantity, drawn, ended, order) => {
        // Of two events at one moment the one reported later counts as later.
        const rows = [...new Map(drawn.map((row) => [row[1], row])).values()]
        const byStaff: Row<LifeState>[] = ended ? [[ended, 0]] : []
        const reports = after(quantity, rows, byStaff)
        const places = new Map(rows.map((row) => [row, order.next().value]))
        expect(
          after(
            quantity,
            rows.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)),
            byStaff,
          ),
        ).toEqual(reports)
        expect(reports.extra).toBeLessThanOrEqual(Math.max(0, ...rows.map((row) => row[2]), quantity) - quantity)
      },
    ),
  ))
