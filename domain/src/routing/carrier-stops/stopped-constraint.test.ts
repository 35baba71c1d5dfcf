import { describe, expect, test } from 'vitest'
import { SEES_EVERYTHING, SEES_NOTHING } from '../../administration/clients/visibility.ts'
import { book, carrier, consignment, method, MONDAY } from '../../testing/rule-books.ts'
import { allocate } from '../allocation/allocate.ts'
import { changesLabel } from '../allocation/change-text.ts'
import type { Consignment } from '../allocation/consignment.ts'
import { wordingOf } from '../allocation/decision-labels.ts'
import { exceptionCause } from '../allocation/exception-cause.ts'
import { explain } from '../allocation/explain.ts'
import { noCarrierText } from '../allocation/no-carrier-text.ts'
import { redactReason } from '../allocation/redact-reason.ts'
import { allowedText, verdictLabel } from '../allocation/verdict-text.ts'
import { compileBook, usedOn } from '../rule-book/compile-book.ts'
import type { Method } from '../rule-book/rule-book.ts'
import { type CarrierStop, stopOf, stopsWithin } from './carrier-stop.ts'
import { offMethods } from './off-methods.ts'

const NAMES = new Map([
  ['DPD', 'DPD UK'],
  ['DHL', 'DHL Parcel'],
])
const carriers = [...NAMES].map(([code, name]) => carrier(code, { name }))
const dpd = (given: Partial<Method> = {}) => method('M1', 'DPD', 400, { methodDescription: 'DPD Next Day', ...given })
const dhl = (given: Partial<Method> = {}) => method('M2', 'DHL', 500, { methodDescription: 'DHL Standard', ...given })
const stop = (given: Partial<CarrierStop> = {}): CarrierStop => ({
  carrier: 'DPD',
  services: [],
  from: MONDAY,
  to: null,
  ...given,
})

function explained(methods: Method[], given: Partial<Consignment>) {
  const compiled = compileBook(book({ carriers, methods }))
  const asked = consignment(given)
  const decision = allocate(compiled, asked, usedOn(compiled, new Map(), asked.despatchDay))
  const explanation = explain(compiled, asked, new Map(), decision)
  const named = explanation.candidates.map((one) => ({ ...one, carrierName: NAMES.get(one.carrier) ?? '' }))
  return { explanation, asked, wording: wordingOf(asked, named, 'GBP') }
}

/** Why no carrier takes it. */
function why(methods: Method[], given: Partial<Consignment>): string {
  const { explanation, asked } = explained(methods, given)
  expect(explanation.chosen).toBe(null)
  return noCarrierText(explanation, asked, (code) => NAMES.get(code), 'GBP')
}

test.each<[string, Partial<CarrierStop>, boolean]>([
  ['until it is ended', {}, true],
  ['on its only day', { to: MONDAY }, true],
  ['before it begins', { from: '2026-03-03' }, false],
  ['after its last day', { from: '2026-02-20', to: '2026-03-01' }, false],
  ['of this service', { services: ['Air', 'Parcel'] }, true],
  ['of another service', { services: ['Air'] }, false],
  ['of another carrier', { carrier: 'DHL' }, false],
])('a stop %s', (_what, given, isStopped) => {
  const { explanation } = explained([dpd({ carrierService: 'Parcel' })], { stops: [stop(given)] })
  expect(explanation.chosen).toBe(isStopped ? null : 'M1')
  expect(stopOf([stop(given)], { carrier: 'DPD', carrierService: 'Parcel' }, MONDAY) !== undefined).toBe(isStopped)
})

test.each<[Partial<CarrierStop>, string, string]>([
  [{}, 'DPD UK is stopped on Mon 2 Mar', 'not since 2 Mar 2026'],
  [{ to: '2026-03-04' }, 'DPD UK is stopped on Mon 2 Mar', 'not 2 Mar 2026 – 4 Mar 2026'],
  [{ from: '2026-03-03' }, 'DPD UK is not stopped on Mon 2 Mar', ''],
])('the verdict of %o', (given, label, allowed) => {
  const { explanation, wording } = explained([dpd()], { stops: [stop(given)] })
  const verdict = explanation.candidates[0]?.verdicts.find(({ constraint }) => constraint === 'stopped')
  if (!verdict) throw new Error('There is no such verdict')
  expect([verdictLabel(verdict, wording), allowedText(verdict, wording)]).toEqual([label, allowed])
})

describe('why nobody takes it', () => {
  const far = { countries: ['IE'], serviceTypes: [], regions: ['London'] }
  test('another carrier is the closest match, however much more it lacks', () => {
    expect(why([dpd(), dhl(far)], { stops: [stop()] })).toMatch(/^Closest match: DHL Standard \(DHL Parcel\) – /u)
  })

  test('the stopped carrier is named only if all are stopped', () => {
    expect(why([dpd()], { stops: [stop()] })).toBe(
      'Closest match: DPD Next Day (DPD UK) – DPD UK is stopped on Mon 2 Mar',
    )
  })

  test('its cause has a screen, and viewers without rights see no name', () => {
    const text = why([dpd()], { stops: [stop()] })
    expect(exceptionCause(text)).toEqual({ text: 'DPD Next Day (DPD UK): DPD UK is stopped', fix: 'carrier-stops' })
    expect(redactReason(text, SEES_EVERYTHING)).toBe(text)
    expect(redactReason(text, SEES_NOTHING)).toBe('The carrier is stopped on Mon 2 Mar')
    expect(exceptionCause(redactReason(text, SEES_NOTHING))).toEqual({
      text: 'The carrier is stopped',
      fix: 'carrier-stops',
    })
    expect(redactReason(text, { ...SEES_NOTHING, otherMethods: true })).toBe(text)
  })
})

test.each<[string, Partial<CarrierStop>, readonly object[], string]>([
  ['another day, if the stop ends', { to: '2026-03-04' }, [{ kind: 'despatch-on', day: '2026-03-05' }], 'Thu 5 Mar'],
  ['its end, if no day is free', {}, [{ kind: 'end-stop' }], 'DPD UK no longer stopped'],
])('what would admit the carrier: %s', (_what, given, changes, text) => {
  const { explanation, wording } = explained([dpd()], { stops: [stop(given)] })
  const [only] = explanation.candidates
  expect(only?.changes).toEqual(changes)
  expect(only && changesLabel(only, wording)).toContain(text)
})

test('stops count for a day and the days after it that a decision may suggest', () => {
  const [past, now, soon, far] = [
    stop({ from: '2026-02-01', to: '2026-03-01' }),
    stop(),
    stop({ from: '2026-03-30' }),
    stop({ from: '2026-03-31' }),
  ]
  expect(stopsWithin([past, now, soon, far], MONDAY, 28)).toEqual([now, soon])
})

test('a carrier is off by stops and by carrier rules, whatever comes first', () => {
  const rules = [carrier('DPD'), carrier('DHL', { active: 'N' })]
  const compiled = compileBook(
    book({ carriers: rules, methods: [dpd({ carrierService: 'Air' }), method('M3', 'DPD', 1), dhl()] }),
  )
  const off = (code: string, stops: CarrierStop[]) => offMethods(compiled, stops, { carrier: code, day: MONDAY })
  expect(off('DPD', [])).toMatchObject({ methods: [] })
  expect(off('DPD', [stop({ services: ['Air'] })])).toEqual({ methods: ['M1'], because: 'stopped' })
  expect(off('DHL', [])).toEqual({ methods: ['M2'], because: 'not-active' })
  expect(off('DHL', [stop({ carrier: 'DHL' })])).toEqual({ methods: ['M2'], because: 'stopped' })
})
