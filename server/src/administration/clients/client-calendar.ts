import type { DaysOff } from '@despatch/domain/calendar/day'
import { type ClientCalendar, daysOffOf, NO_CALENDAR } from '@despatch/domain/administration/clients/client-calendar'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { holidayName } from './published-holidays.ts'

/** The calendar of a client as it is now; that of nothing where there is no such client. */
export const calendarOf = async (transaction: Transaction, client: string): Promise<ClientCalendar> =>
  (await transaction.row(calendar(client)))?.calendar ?? NO_CALENDAR

const calendar = fixed((client: string) =>
  db.selectFrom('clients').select('calendar').where('client_code', '=', client).compile(),
)

/** The days on which nothing is despatched or delivered for a client, by its calendar as it is now. */
export async function clientDaysOff(transaction: Transaction, client: string): Promise<DaysOff> {
  const calendar = await calendarOf(transaction, client)
  return daysOffOf(calendar, await holidayName(calendar.holidays))
}
