import type { Day } from '@despatch/domain/calendar/day'
import type pg from 'pg'

/** What left on a day, in London, and is billed now. */
type BilledDay = { client: string; carrier: string; day: Day }

/** The days of what an invoice bills, noted once for all of its rows; what is still to be billed is reckoned from them. */
export class BillingDays {
  readonly #days = new Map<string, BilledDay>()

  /** Has the database leave it to this transaction to note the days of the rows that it writes. */
  async begin(connection: pg.ClientBase): Promise<void> {
    await connection.query("select set_config('app.billing_days_later', 'on', true)")
  }

  add(days: Iterable<BilledDay>): void {
    for (const { client, carrier, day } of days) this.#days.set(`${client} ${day} ${carrier}`, { client, carrier, day })
  }

  /** Notes the days that were added. */
  async note(connection: pg.ClientBase): Promise<void> {
    const days = [...this.#days.values()]
    await connection.query(
      `insert into billing_days_changed (client_code, carrier, day)
       select * from unnest($1::text[], $2::text[], $3::date[])`,
      [days.map(({ client }) => client), days.map(({ carrier }) => carrier), days.map(({ day }) => day)],
    )
  }
}
