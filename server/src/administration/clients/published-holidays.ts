import { addDays, type Day } from '@despatch/domain/calendar/day'
import type { HolidayName } from '@despatch/domain/administration/clients/client-calendar'
import { HOLIDAY_SETS } from '@despatch/domain/administration/clients/holiday-sets'

const DAY = 86_400_000
/** By how much of a day a holiday is shorter where the clock goes forward, and more. */
const CLOCK_CHANGE = 0.1
/** Of other years nothing is known. */
const [FIRST_YEAR, LAST_YEAR] = [2000, 2099]

const years = new Map<string, ReadonlyMap<Day, string>>()

/**
 * What the days of a published set are called: whole days that are holidays to everyone, those that stand in for one that
 * falls on a weekend among them. Each year is worked out once; the package with all countries is read when the first
 * client's calendar needs it. '' and what is no set have none.
 */
export async function holidayName(code: string): Promise<HolidayName> {
  if (!HOLIDAY_SETS.includes(code)) return () => undefined
  const { default: Holidays } = await import('date-holidays')
  const [country = '', nation] = code.split('-')
  const options = { languages: ['en'], types: ['public' as const] }
  // Reading a country's rules costs a thousand times what looking up a day does: no order waits for it.
  const published = () => (nation ? new Holidays(country, nation, options) : new Holidays(country, options))
  return (day) => {
    const year = Number(day.slice(0, 4))
    if (year < FIRST_YEAR || year > LAST_YEAR) return undefined
    const key = `${code} ${year}`
    const known = years.get(key) ?? namesOf(published().getHolidays(year))
    years.set(key, known)
    return known.get(day)
  }
}

/** Reads the package before anyone needs it: that takes some 150 ms, in which the event loop does nothing else. */
export async function loadHolidays(): Promise<void> {
  const nameOf = await holidayName('GB-ENG')
  nameOf(`${new Date().getFullYear()}-01-01`)
}

/**
 * `date` is the first whole day where the holiday is kept; its length alone tells how many follow. It may have begun the
 * evening before: parts of days are no holiday.
 */
function namesOf(holidays: readonly { date: string; start: Date; end: Date; name: string }[]): Map<Day, string> {
  const names = new Map<Day, string>()
  for (const { date, start, end, name } of holidays) {
    const first = date.slice(0, 10)
    const days = Math.max(1, Math.floor((end.getTime() - start.getTime()) / DAY + CLOCK_CHANGE))
    for (let index = 0; index < days; index++) {
      const day = addDays(first, index)
      if (!names.has(day)) names.set(day, name)
    }
  }
  return names
}
