import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { readMinute } from '@despatch/domain/routing/cut-offs/cut-off'
import type pg from 'pg'
import { insertRows } from '../insert-rows.ts'

/** What the operator agrees with carriers for all clients: targets, cut-offs and a past stop; and clients' despatch times. */
export async function fillOperatorSettings(client: pg.Client, now: Date): Promise<void> {
  const changed = { changed_at: now, changed_by: 'ops.admin' }
  await insertRows(
    client,
    'carrier_targets',
    ON_TIME_TARGETS.map(([carrier, on_time]) => ({ carrier, on_time, ...changed })),
  )
  await insertRows(client, 'carrier_stops', [pastStop(now)])
  await insertRows(
    client,
    'carrier_cut_offs',
    CUT_OFFS.map(([carrier, time]) => ({
      carrier,
      service: '',
      weekdays: [...Array.from({ length: 5 }, () => minuteOf(time)), null, null],
      exceptions: [{ day: nextChristmasEve(now), minute: minuteOf('12:00') }],
      ...changed,
    })),
  )
  await insertRows(client, 'client_despatch_times', [
    { client_code: 'ACME', pick_minutes: 45, is_same_day: false, promised_by: minuteOf('14:00') },
    { client_code: 'BIRCH', pick_minutes: 90, is_same_day: false, promised_by: null },
  ])
}

const minuteOf = (time: string) => readMinute(time) ?? null

/** Until when each carrier takes the parcels of a working day. */
const CUT_OFFS = [
  ['DPD', '17:30'],
  ['EVRI', '19:00'],
  ['RMG', '18:00'],
] as const

function nextChristmasEve(now: Date): string {
  const today = dayOf(now)
  const eve = `${today.slice(0, 4)}-12-24`
  return eve >= today ? eve : `${addDays(eve, 20).slice(0, 4)}-12-24`
}

/** Shares on time that the operator expects of carriers, in percent. */
const ON_TIME_TARGETS = [
  ['DPD', '92.0'],
  ['EVRI', '95.0'],
  ['RMG', '90.0'],
] as const

const DAY = 24 * 3_600_000

/** A stop of two days, five weeks ago, which moved no orders. */
function pastStop(now: Date) {
  const stoppedAt = new Date(now.getTime() - 35 * DAY)
  const endedAt = new Date(stoppedAt.getTime() + DAY)
  return {
    stop_id: '5f0c1c5e-2f64-4c1d-9d0e-7b1a4f6c2a10',
    carrier: 'EVRI',
    carrier_name: 'Evri',
    services: [],
    first_day: dayOf(stoppedAt),
    last_day: dayOf(endedAt),
    reason: 'Flood at the depot',
    stopped_at: stoppedAt,
    stopped_by: 'ops.admin',
    // Only for undoing it, which is long past.
    user_id: 0,
    ended_at: endedAt,
    ended_by: 'ops.admin',
  }
}
