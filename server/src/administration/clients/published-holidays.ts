import { addDays, type Day } from '@despatch/domain/calendar/day'
import type { HolidayName } from '@despatch/domain/administration/clients/client-calendar'
import { HOLIDAY_SETS } from '@despatch/domain/administration/clients/holiday-sets'

const DAY = 86_400_000
/** A holiday is this much shorter than whole days when the clocks go forward. */
const CLOCK_CHANGE = 0.1
/** The package has no reliable data for other years. */
const [FIRST_YEAR, LAST_YEAR] = [2000, 2099]

const years = new Map<string, ReadonlyMap<Day, string>>()

/**
 * Returns a function that names the days of a published holiday set: whole public holidays, including substitute days
 * for those that fall on a weekend. It works out each year once. '' and unknown sets have no holidays. Loads the
 * package with all countries on first use.
 */
export async function holidayName(code: string): Promise<HolidayName> {
  if (!HOLIDAY_SETS.includes(code)) return () => undefined
  const { default: Holidays } = await import('date-holidays')
  const [country = '', nation] = code.split('-')
  const options = { languages: ['en'], types: ['public' as const] }
  // Reading a country's rules costs a thousand times what looking up a day does, so no order waits for it.
  const published = () => (nation ? new Holidays(country, nation, options) : new Holidays(country, options))
  return (day) => {
    const year = Number(day.slice(0, 4))
    if (year < FIRST_YEAR || year > LAST_YEAR) return undefined
    const key = `${code} ${year}`
    const names = years.get(key) ?? namesOf(published().getHolidays(year))
    years.set(key, names)
    return names.get(day)
  }
}

/** Loads the package ahead of its first use: loading blocks the event loop for some 150 ms. */
export async function loadHolidays(): Promise<void> {
  const nameOf = await holidayName('GB-ENG')
  nameOf(`${new Date().getFullYear()}-01-01`)
}

/**
 * Names of whole days. `date` is the first whole day, and the holiday's length tells how many follow. A holiday that
 * begins the evening before gives no part of a day.
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
