import { CLIENT_CODES } from './datasets/dataset.ts'
import { STAFF } from './datasets/fill.ts'
import type { Server } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { table } from './table.ts'

/** For a change for all clients with its preview, which a user waits for. */
const SECONDS_AIM = 5

type Changed = { clients: { client: string; outcome: string; version: number | null }[] }
type Listed = { costings: { client: string; clientMethodID: string }[] }

/**
 * Compares the methods of all clients, then raises all their prices: the preview, the change, and its undo, over HTTP
 * as a screen does. Prints the times. Returns the missed aims.
 */
export async function measureManyClients(product: Server): Promise<string[]> {
  const token = await signIn(product, STAFF)
  const rows: string[][] = []
  const ask = async <Answer>(
    title: string,
    path: string,
    body?: object,
  ): Promise<{ answer: Answer; seconds: number }> => {
    const began = performance.now()
    const headers = { access_token: token, client: 'All_client', 'content-type': 'application/json' }
    const response = await fetch(product.url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (response.status !== 200) throw new Error(`${title} was answered ${response.status}: ${await response.text()}`)
    const answer = (await response.json()) as Answer
    const seconds = (performance.now() - began) / 1000
    rows.push([title, seconds.toFixed(2)])
    return { answer, seconds }
  }
  const { costings } = (await ask<Listed>('all clients compared', '/api/carrier/prices/costings')).answer
  const own = Map.groupBy(
    costings.filter(({ client }) => CLIENT_CODES.includes(client)),
    ({ client }) => client,
  )
  const targets = [...own].map(([client, methods]) => ({
    client,
    items: methods.map(({ clientMethodID }) => ({ key: clientMethodID })),
  }))
  const body = { change: { change: 'prices', percent: 2 }, targets }
  const looked = await ask('the look', '/api/rule-books/change/preview', body)
  const changed = await ask<Changed>('the change', '/api/rule-books/change', { ...body, note: 'Bench' })
  const versions = changed.answer.clients.flatMap(({ client, version }) =>
    version === null ? [] : [{ client, version }],
  )
  await ask('its undo', '/api/rule-books/change/undo', { versions })
  console.log(`\n${costings.length} methods of ${targets.length} clients (aim: look and change under ${SECONDS_AIM} s)`)
  console.log(table(['what', 'seconds'], rows))
  const both = looked.seconds + changed.seconds
  return [
    ...(versions.length === CLIENT_CODES.length ? [] : [`many-clients: ${versions.length} clients changed`]),
    ...(both > SECONDS_AIM ? [`many-clients: ${both.toFixed(1)} s`] : []),
  ]
}
