import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Marks all days of all figures: the server counts them again. */
export async function markFigures(owner: pg.Client): Promise<void> {
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  await owner.query(
    "select mark_all_days(kind, client_code) from clients cross join unnest('{order,parcel,exception,return}'::text[]) as kind",
  )
}

/** Waits until the server has counted all marked days. Returns the seconds that it took. */
export async function untilFiguresCounted(owner: pg.Client): Promise<number> {
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  const began = performance.now()
  for (;;) {
    const { rows } = await owner.query<{ waits: boolean }>('select exists (select from stale_days) as waits')
    if (!rows[0]?.waits) return (performance.now() - began) / 1000
    await sleep(200)
  }
}
