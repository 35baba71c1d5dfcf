import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { type ClientCalendar, daysToCome } from '@despatch/domain/administration/clients/client-calendar'
import type { Context } from '../../http/context.ts'
import { calendarOf } from './client-calendar.ts'
import { holidayName } from './published-holidays.ts'

/** The coming year, as far as a calendar is shown. */
const DAYS_SHOWN = 365

/** The days off of the client from today on for a year, for who chooses a day of an order. */
export async function daysOff({ transaction, client, now }: Context): Promise<RouteAnswer<typeof routes.daysOff>> {
  const days = await yearOf(await calendarOf(transaction, client), dayOf(now))
  return { days: days.filter(({ isWorked }) => !isWorked).map(({ day, name }) => ({ day, name })) }
}

/** What a calendar would come to in the year from today on; nothing is kept. */
export async function calendarPreview(
  { now }: Context,
  { body: { calendar } }: RouteChecked<typeof routes.calendarPreview>,
): Promise<RouteAnswer<typeof routes.calendarPreview>> {
  return { days: await yearOf(calendar, dayOf(now)) }
}

const yearOf = async (calendar: ClientCalendar, from: Day) =>
  daysToCome(calendar, await holidayName(calendar.holidays), { from, to: addDays(from, DAYS_SHOWN) })
