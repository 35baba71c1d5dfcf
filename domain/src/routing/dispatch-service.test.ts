import { NO_DAYS_OFF } from '../calendar/day.ts'
import { describe, expect, test } from 'vitest'
import {
  despatchDay,
  despatchDayProblem,
  DISPATCH_SERVICES,
  dispatchService,
  lastDay,
  SERVICE_TYPES,
} from './dispatch-service.ts'

test('NAMEDDAY is the same service type as NAMED DAY (specification 3)', () => {
  expect(SERVICE_TYPES).toEqual(['STANDARD', 'NEXT DAY', 'NAMED DAY', 'NAMEDDAY'])
  expect(SERVICE_TYPES.map(dispatchService)).toEqual(['STANDARD', 'NEXT DAY', 'NAMED DAY', 'NAMED DAY'])
})

// A Thursday, 23:30 in London and 22:30 UTC.
const THURSDAY_NIGHT = new Date('2026-07-09T22:30:00Z')
const WEEKEND = 'Orders are not despatched at weekends. The next available day is 13 July 2026'
const PAST = '8 July 2026 has passed. The next available day is 9 July 2026'

describe.each(DISPATCH_SERVICES)('the requested despatch day with %s', (service) => {
  test.each([
    ['2026-07-11', WEEKEND],
    ['2026-07-12', WEEKEND],
    ['2026-07-08', PAST],
    ['2026-07-09', undefined],
    ['2026-07-10', undefined],
    ['2026-12-15', undefined],
    ['2027-07-09', undefined],
    ['2027-07-12', 'A despatch date is at most a year ahead. The last day is 9 July 2027'],
    ['9999-12-31', 'A despatch date is at most a year ahead. The last day is 9 July 2027'],
  ])('%s: %s', (day, problem) => {
    expect(despatchDayProblem(service, day, THURSDAY_NIGHT, NO_DAYS_OFF)).toBe(problem)
  })
  test('after midnight in London it is Friday, although it is Thursday in UTC', () => {
    const friday = new Date('2026-07-09T23:30:00Z')
    expect(despatchDayProblem(service, '2026-07-09', friday, NO_DAYS_OFF)).toBe(
      '9 July 2026 has passed. The next available day is 10 July 2026',
    )
    expect(despatchDayProblem(service, '2026-07-10', friday, NO_DAYS_OFF)).toBeUndefined()
  })
  test('only a named-day order needs a day', () => {
    const problem = service === 'NAMED DAY' ? 'Choose a date for the named-day order' : undefined
    expect(despatchDayProblem(service, undefined, THURSDAY_NIGHT, NO_DAYS_OFF)).toBe(problem)
  })
})

test('an order is despatched on its requested day or the next working day', () => {
  expect(despatchDay('2026-07-15', THURSDAY_NIGHT, NO_DAYS_OFF)).toBe('2026-07-15')
  expect(despatchDay(undefined, THURSDAY_NIGHT, NO_DAYS_OFF)).toBe('2026-07-10')
  expect(despatchDay(undefined, new Date('2026-07-10T12:00:00Z'), NO_DAYS_OFF)).toBe('2026-07-13')
})

test.each([
  ['2026-07-09', '2027-07-09'],
  ['2028-02-29', '2029-02-28'],
  ['9999-01-05', '9999-12-31'],
])('of an order of %s the last day is %s', (today, last) => {
  expect(lastDay(today)).toBe(last)
})

describe('a client with days off on Friday the 10th and Monday the 13th', () => {
  const daysOff = new Set(['2026-07-10', '2026-07-13'])
  const NEXT = 'The next available day is 14 July 2026'
  test.each([
    ['2026-07-10', `10 July 2026 is a non-working day in the client’s calendar. ${NEXT}`],
    ['2026-07-11', `Orders are not despatched at weekends. ${NEXT}`],
    ['2026-07-14', undefined],
  ])('the day %s: %s', (day, problem) => {
    expect(despatchDayProblem('STANDARD', day, THURSDAY_NIGHT, daysOff)).toBe(problem)
  })
  test('a day near the one-year limit has no next available day', () => {
    const late = new Set(['2027-07-09'])
    expect(despatchDayProblem('STANDARD', '2027-07-09', THURSDAY_NIGHT, late)).toBe(
      '9 July 2027 is a non-working day in the client’s calendar. Choose an earlier day',
    )
  })
  test('orders without a day are despatched on Tuesday', () => {
    expect(despatchDay(undefined, THURSDAY_NIGHT, daysOff)).toBe('2026-07-14')
  })
})
