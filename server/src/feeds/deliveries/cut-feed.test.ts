import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { openSilentProxy } from '../../testing/network/silent-proxy.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

/** Milliseconds between the lock on deliveries in a feed's transaction and the cut of its server's connection. */
const CUT_AFTER_MS = [0, 25, 100]
const EVENTS = 60_000
/** PostgreSQL ends a transaction without its server after 20 s; then the waiting feed continues. */
const MOST_SECONDS = 45

const row = (name: string, number: number) => `${name}${number},DPD,in_transit,2026-03-03 10:${10 + (number % 50)}\n`
const events = (name: string, count: number) =>
  `trackingNumber,carrier,code,occurredAt\n${Array.from({ length: count }, (_, number) => row(name, number)).join('')}`

const LOCKED = `select from pg_locks where locktype = 'advisory' and granted
  and classid::bigint << 32 | objid::bigint = hashtextextended('deliveries of ' || $1::text, 0)`

test('a feed continues soon after another server was cut off during one', async (context) => {
  context.skip(!process.env['CUT_NETWORK'], 'npm run test:cut-network does it: it takes minutes')
  const on = await createTestDatabase()
  onTestFinished(() => on.drop())
  const well = await startServerProcess(on)
  onTestFinished(() => well.kill())
  for (const [index, ms] of CUT_AFTER_MS.entries()) {
    const as = await makeSession(on)
    const send = (url: string, body: string) =>
      fetch(`${url}/api/feeds/delivery-events`, {
        method: 'POST',
        headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
        body,
      })
    const proxy = await openSilentProxy(on.ownerUrl)
    const cut = await startServerProcess({ ...on, ownerUrl: proxy.url })
    const lost = send(cut.url, events(`CUT${index}N`, EVENTS)).catch(() => undefined)
    while ((await on.asOwner(LOCKED, [as.client])).length === 0) await sleep(2)
    await sleep(ms)
    proxy.fallSilent()
    const began = performance.now()
    const answer = await send(well.url, events(`CUT${index}N`, 500))
    const seconds = (performance.now() - began) / 1000
    process.stdout.write(`cut ${index + 1}: the other server answered ${answer.status} after ${seconds.toFixed(1)} s\n`)
    expect(answer.status).toBe(200)
    expect(seconds).toBeLessThan(MOST_SECONDS)
    // The database has dropped the connections of the cut-off server.
    await expect
      .poll(
        () =>
          on.asOwner(
            `select query from pg_stat_activity where datname = current_database() and xact_start < now() - interval '60 s'`,
          ),
        { timeout: 60_000 },
      )
      .toEqual([])
    await cut.terminate()
    await lost
    await proxy.close()
  }
}, 600_000)
