import type { DaysOff } from '@despatch/domain/calendar/day'
import { type ClientCalendar, daysOffOf, NO_CALENDAR } from '@despatch/domain/administration/clients/client-calendar'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { holidayName } from './published-holidays.ts'

/** The client's current calendar; an empty one for an unknown client. */
export const calendarOf = async (transaction: Transaction, client: string): Promise<ClientCalendar> =>
  (await transaction.row(calendar(client)))?.calendar ?? NO_CALENDAR

const calendar = fixed((client: string) =>
  db.selectFrom('clients').select('calendar').where('client_code', '=', client).compile(),
)

/** The days on which the client neither despatches nor receives, by its current calendar. */
export async function clientDaysOff(transaction: Transaction, client: string): Promise<DaysOff> {
  const calendar = await calendarOf(transaction, client)
  return daysOffOf(calendar, await holidayName(calendar.holidays))
}
