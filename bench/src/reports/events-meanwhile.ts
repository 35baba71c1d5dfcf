import type pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { eventsCsv, forgetEvents, makeParcels, STEPS } from '../feeds/delivery-events.ts'
import { sendFeed } from '../feeds/send-feed.ts'
import type { Server } from '../load/processes.ts'
import { whole } from '../table.ts'

const [CLIENT = ''] = CLIENT_CODES
const PREFIX = 'MEANTIME'

type EventsOptions = { product: Server; owner: pg.Client; token: string; events: number }

/**
 * Starts to feed delivery events of new parcels during another measurement. `end` waits for the last of them and
 * returns their speed as text, and whether they were still being fed.
 */
export async function startEvents({
  product,
  owner,
  token,
  events,
}: EventsOptions): Promise<{ end(): Promise<string> }> {
  const parcels = Math.ceil(events / STEPS.length)
  await forgetEvents(owner, PREFIX)
  await makeParcels(owner, PREFIX, parcels)
  const file = eventsCsv({ prefix: PREFIX, parcels })
  const began = performance.now()
  let seconds = Number.NaN
  const sending = sendFeed(product, { feed: 'delivery-events', token, client: CLIENT, file }).finally(
    () => (seconds = (performance.now() - began) / 1000),
  )
  sending.catch(() => undefined)
  return {
    async end() {
      const isUnderWay = Number.isNaN(seconds)
      try {
        await sending
      } finally {
        await forgetEvents(owner, PREFIX)
      }
      const speed = `${whole(parcels * STEPS.length)} events in ${seconds.toFixed(1)} s`
      return isUnderWay
        ? `${speed}, beside all of these`
        : `${speed}: they were taken before the last of these was asked for`
    },
  }
}
