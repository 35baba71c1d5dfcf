import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { type ClientCalendar, upcomingDays } from '@despatch/domain/administration/clients/client-calendar'
import type { Context } from '../../http/context.ts'
import { calendarOf } from './client-calendar.ts'
import { holidayName } from './published-holidays.ts'

const DAYS_SHOWN = 365

/** The client's days off in the next year, for choosing an order's despatch day. */
export async function listDaysOff({ transaction, client, now }: Context): Promise<RouteAnswer<typeof routes.daysOff>> {
  const days = await daysOffInNextYear(await calendarOf(transaction, client), dayOf(now))
  return { days: days.filter(({ isWorked }) => !isWorked).map(({ day, name }) => ({ day, name })) }
}

/** The days off that a calendar would give in the next year. Stores nothing. */
export async function previewCalendar(
  { now }: Context,
  { body: { calendar } }: RouteChecked<typeof routes.calendarPreview>,
): Promise<RouteAnswer<typeof routes.calendarPreview>> {
  return { days: await daysOffInNextYear(calendar, dayOf(now)) }
}

const daysOffInNextYear = async (calendar: ClientCalendar, from: Day) =>
  upcomingDays(calendar, await holidayName(calendar.holidays), { from, to: addDays(from, DAYS_SHOWN) })
