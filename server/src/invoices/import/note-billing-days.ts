import type { Day } from '@despatch/domain/calendar/day'
import type pg from 'pg'

/** A despatch day in London with parcels that are billed now. */
type BilledDay = { client: string; carrier: string; day: Day }

/** Collects the despatch days of an invoice's parcels, to mark them in `billing_days` once instead of for each row. */
export class BillingDays {
  readonly #days = new Map<string, BilledDay>()

  /** Tells the database's triggers that this transaction marks the days of its rows itself. */
  async begin(connection: pg.ClientBase): Promise<void> {
    await connection.query("select set_config('app.billing_days_later', 'on', true)")
  }

  add(days: Iterable<BilledDay>): void {
    for (const { client, carrier, day } of days) this.#days.set(`${client} ${day} ${carrier}`, { client, carrier, day })
  }

  /** Marks the collected days. */
  async note(connection: pg.ClientBase): Promise<void> {
    const days = [...this.#days.values()]
    await connection.query(
      `insert into billing_days_changed (client_code, carrier, day)
       select * from unnest($1::text[], $2::text[], $3::date[])`,
      [days.map(({ client }) => client), days.map(({ carrier }) => carrier), days.map(({ day }) => day)],
    )
  }
}
