import { NO_DAYS_OFF } from '../calendar/day.ts'
import { describe, expect, test } from 'vitest'
import { despatchDay, DISPATCH_SERVICES, dispatchService, namedDayProblem, SERVICE_TYPES } from './dispatch-service.ts'

test('specification 3: the service types; NAMEDDAY is the same as NAMED DAY', () => {
  expect(SERVICE_TYPES).toEqual(['STANDARD', 'NEXT DAY', 'NAMED DAY', 'NAMEDDAY'])
  expect(SERVICE_TYPES.map(dispatchService)).toEqual(['STANDARD', 'NEXT DAY', 'NAMED DAY', 'NAMED DAY'])
})

// A Thursday, 23:30 in London and 22:30 UTC.
const THURSDAY_NIGHT = new Date('2026-07-09T22:30:00Z')

describe('the day of a named-day order', () => {
  test.each([
    [undefined, 'Choose the day: a named-day order needs one'],
    ['2026-07-11', 'Choose a working day: nothing is despatched on Saturday or Sunday'],
    ['2026-07-12', 'Choose a working day: nothing is despatched on Saturday or Sunday'],
    ['2026-07-09', 'Choose a later day: the next working day is the earliest'],
    ['2026-07-08', 'Choose a later day: the next working day is the earliest'],
    ['2026-07-10', undefined],
    ['2026-07-13', undefined],
  ])('%s: %s', (day, problem) => {
    expect(namedDayProblem('NAMED DAY', day, THURSDAY_NIGHT, NO_DAYS_OFF)).toBe(problem)
  })
  test('past midnight in London it is Friday, though UTC says Thursday', () => {
    const friday = new Date('2026-07-09T23:30:00Z')
    expect(namedDayProblem('NAMED DAY', '2026-07-10', friday, NO_DAYS_OFF)).toBe(
      'Choose a later day: the next working day is the earliest',
    )
    expect(namedDayProblem('NAMED DAY', '2026-07-13', friday, NO_DAYS_OFF)).toBeUndefined()
  })
  test('the other services ask for none', () => {
    for (const service of DISPATCH_SERVICES.filter((name) => name !== 'NAMED DAY'))
      expect(namedDayProblem(service, '2020-01-04', THURSDAY_NIGHT, NO_DAYS_OFF)).toBeUndefined()
  })
})

test('an order is despatched on its named day, else on the next working day', () => {
  expect(despatchDay('NAMED DAY', '2026-07-15', THURSDAY_NIGHT, NO_DAYS_OFF)).toBe('2026-07-15')
  expect(despatchDay('STANDARD', undefined, THURSDAY_NIGHT, NO_DAYS_OFF)).toBe('2026-07-10')
  expect(despatchDay('STANDARD', '2026-07-15', THURSDAY_NIGHT, NO_DAYS_OFF)).toBe('2026-07-10')
  expect(despatchDay('NEXT DAY', undefined, new Date('2026-07-10T12:00:00Z'), NO_DAYS_OFF)).toBe('2026-07-13')
})

describe('of a client whose calendar takes off Friday the 10th and Monday the 13th', () => {
  const daysOff = new Set(['2026-07-10', '2026-07-13'])
  test.each([
    ['2026-07-10', 'Choose a working day: by the client’s calendar nothing is despatched on this one'],
    ['2026-07-11', 'Choose a working day: nothing is despatched on Saturday or Sunday'],
    ['2026-07-09', 'Choose a later day: the next working day is the earliest'],
    ['2026-07-14', undefined],
  ])('a named day %s: %s', (day, problem) => {
    expect(namedDayProblem('NAMED DAY', day, THURSDAY_NIGHT, daysOff)).toBe(problem)
  })
  test('the others go on Tuesday', () => {
    expect(despatchDay('STANDARD', undefined, THURSDAY_NIGHT, daysOff)).toBe('2026-07-14')
  })
})
