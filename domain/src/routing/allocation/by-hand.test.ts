import { describe, expect, test } from 'vitest'
import { SEES_EVERYTHING, SEES_NOTHING } from '../../administration/clients/visibility.ts'
import { book, carrier, consignment, method, MONDAY } from '../../testing/rule-books.ts'
import { compileBook, usedOn } from '../rule-book/compile-book.ts'
import { startSide, replayNext } from '../what-if/replay.ts'
import { allocate } from './allocate.ts'
import {
  matchChoices,
  choiceText,
  choiceVerdict,
  differenceText,
  type StoredChoice,
  storedChoiceText,
  splitChangedText,
} from './by-hand.ts'
import { type HandChoice, usageKey } from './consignment.ts'
import type { Constraint } from './constraints.ts'

const limits = { Length: null, Volume: null, NumberOfParcels: null, ParcelWeight: 10, ConsignmentWeight: null }
const compiled = compileBook(
  book({
    carriers: [carrier('EVRI'), carrier('DPD'), carrier('DHL')],
    methods: [
      method('CHEAP', 'EVRI', 300),
      method('DEAR', 'DPD', 500),
      method('LIGHT', 'DPD', 200, { limits }),
      method('UNPRICED', 'DHL', 100, {
        pricing: { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null },
      }),
    ],
    capacities: [{ carrier: 'DPD', slots: [5, 5, 5, 5, 5, 5, 5], effectiveFrom: null, effectiveBetween: null }],
  }),
)
const by = (clientMethodID: string, ...overruled: Constraint[]): HandChoice => ({ clientMethodID, overruled })

describe('a choice by hand', () => {
  test.each<[string, HandChoice | undefined, number, string]>([
    ['nothing: the cheapest', undefined, 0, 'CHEAP'],
    ['an eligible one goes before the cheapest', by('DEAR'), 0, 'DEAR'],
    ['one that is full does not', by('DEAR'), 5, 'CHEAP'],
    ['one that is full, whatever was overruled', by('DEAR', 'capacity'), 5, 'CHEAP'],
    ['one that fails a constraint does not', by('LIGHT'), 0, 'CHEAP'],
    ['one that fails what was overruled does', by('LIGHT', 'ParcelWeight'), 0, 'LIGHT'],
    ['one that fails more than was overruled does not', by('LIGHT', 'Length'), 0, 'CHEAP'],
    ['one without a price, whatever was overruled', by('UNPRICED', 'price'), 0, 'CHEAP'],
    ['one that is no more', by('GONE'), 0, 'CHEAP'],
  ])('%s', (_title, byHand, taken, chosen) => {
    const usage = new Map([[usageKey('DPD', MONDAY), taken]])
    const decision = allocate(compiled, { ...consignment(), byHand }, usedOn(compiled, usage, MONDAY))
    expect(compiled.methods[decision.chosen]?.clientMethodID).toBe(chosen)
  })

  test('stays in a what-if, takes its capacity and reports no full carrier', () => {
    const side = startSide(compiled)
    for (let count = 0; count < 5; count++)
      expect(replayNext(side, { ...consignment(), byHand: by('DEAR') })).toEqual({
        clientMethodID: 'DEAR',
        cost: 50_000,
        fullCarriers: [],
      })
    expect(replayNext(side, { ...consignment(), byHand: by('DEAR') }).clientMethodID).toBe('CHEAP')
  })
})

test.each<[readonly Constraint[], unknown]>([
  [[], { kind: 'eligible' }],
  [['ParcelWeight', 'region'], { kind: 'overrules', constraints: ['ParcelWeight', 'region'] }],
  [['ParcelWeight', 'capacity'], { kind: 'never', constraints: ['capacity'] }],
  [['price'], { kind: 'never', constraints: ['price'] }],
])('a candidate that fails %j', (unmet, verdict) => {
  const verdicts = (['ParcelWeight', 'region', 'capacity', 'price'] as const).map((constraint) => ({
    constraint,
    isMet: !unmet.includes(constraint),
  }))
  expect(choiceVerdict({ verdicts })).toEqual(verdict)
})

const evri = { clientMethodID: 'E', carrier: 'EVRI', carrierName: 'Evri', methodDescription: 'Standard' }
const kept = (given: Partial<StoredChoice> = {}): StoredChoice => ({
  ...by('D'),
  by: 'ops.user',
  at: '2026-03-02T09:00:00.000Z',
  reason: 'Customer asked',
  method: { clientMethodID: 'D', carrier: 'DPD', carrierName: 'DPD UK', methodDescription: 'Next Day' },
  instead: { ...evri, cost: 41_500 },
  cost: 45_700,
  of: 1,
  ...given,
})

test.each([
  [4200, '+£0.42'],
  [-11_000, '−£1.10'],
  [0, 'the same price'],
])('a difference of %d reads %s', (by, text) => {
  expect(differenceText(by, 'GBP')).toBe(text)
})

test('a choice in a sentence hides what the viewer may not see', () => {
  expect(storedChoiceText(kept(), SEES_EVERYTHING, 'GBP')).toBe(
    'Chosen by hand by ops.user, reason ‘Customer asked’, instead of Standard (Evri), +£0.42',
  )
  expect(storedChoiceText(kept({ instead: null, overruled: ['ParcelWeight', 'region'] }), SEES_EVERYTHING, 'GBP')).toBe(
    'Chosen by hand by ops.user, reason ‘Customer asked’, where allocation found none, overruling Parcel weight and Region',
  )
  expect(storedChoiceText(kept(), { ...SEES_EVERYTHING, costs: false }, 'GBP')).not.toContain('£')
  expect(storedChoiceText(kept(), SEES_NOTHING, 'GBP')).toBe('Chosen by hand')
  expect(storedChoiceText(kept({ ended: 'DPD Next Day no longer holds' }), SEES_NOTHING, 'GBP')).toBe(
    'Its carrier was chosen again',
  )
  const full = kept({ ended: 'Next Day (DPD UK), chosen by hand, no longer holds: Mon 2 Mar: 9 of 10 parcels taken' })
  expect(storedChoiceText(full, { ...SEES_EVERYTHING, capacities: false }, 'GBP')).toBe('Its carrier was chosen again')
  expect(splitChangedText(kept())).not.toContain('ops.user')
  expect(choiceText({ by: 'Despatch operations' }, 'GBP')).toBe('Chosen by hand by Despatch operations')
})

describe('an order that is planned again', () => {
  const toEvri = { carrier: 'EVRI', clientMethodID: null, customPreferenceIDs: ['1'] }
  const toDpd = { carrier: 'DPD', clientMethodID: null, customPreferenceIDs: ['2'] }
  const choice = kept()
  test.each([
    ['one of one', [null], { consignments: 1, choices: [{ heldTo: toEvri, choice }] }, [choice], []],
    [
      'the choice with the same fixed routing',
      [toDpd, toEvri],
      { consignments: 2, choices: [{ heldTo: toEvri, choice }] },
      [undefined, choice],
      [],
    ],
    [
      'no choice, after a different split',
      [toDpd, null],
      { consignments: 1, choices: [{ heldTo: toEvri, choice }] },
      [undefined, undefined],
      [choice],
    ],
    ['none where none was chosen', [null], { consignments: 1, choices: [] }, [undefined], []],
  ])('takes over %s', (_title, holds, before, of, lost) => {
    expect(
      matchChoices(
        holds.map((heldTo) => ({ heldTo })),
        before,
      ),
    ).toEqual({ of, lost })
  })
})
