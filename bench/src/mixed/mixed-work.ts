import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { STAFF } from '../datasets/fill.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'
import { type Random, seededRandom } from '@despatch/server/demo/seeded-random'
import { type Act, ACTS, pickClient, type Writer } from './writers.ts'

const WRITERS = 6
/** Kills in the whole run. */
const [SERVERS_KILLED, DATABASE_KILLED] = [8, 2]
/** A recount of all days of 1,000,000 orders takes three minutes on a quiet machine. */
const RECOUNT_PATIENCE_MS = 20 * 60_000
const FIGURES = join(import.meta.dirname, '../../../server/src/figures-command.ts')

/**
 * Several writers work through two servers for some minutes: they feed orders, despatches, events and returns, remap event codes,
 * run commands and undo them, take files back and erase people. Meanwhile servers and PostgreSQL are killed (kill -9). Then
 * `npm run figures -- check` must find nothing wrong. Returns the failures.
 */
export async function measureMixedWork(data: string, minutes: number): Promise<string[]> {
  const on = await startTwoServers(data)
  const tally = new Map<string, number>()
  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)
  const missed: string[] = []
  try {
    const until = Date.now() + minutes * 60_000
    const tokens = new Map<string, string>()
    for (const client of [...CLIENT_CODES, STAFF]) tokens.set(client, await signIn({ url: on.url() }, client))
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, index) => write(on, { index, tokens, until, count })),
      killInTurns(on, until, count),
    ])
    console.log(`\nmixed work, ${minutes} minutes, ${WRITERS} writers, two servers`)
    console.log(
      table(
        ['', 'times'],
        [...tally].toSorted().map(([what, times]) => [what, whole(times)]),
      ),
    )
    console.log(await untilCounted(on))
    const code = await check(on.ownerUrl)
    if (code !== 0) missed.push('mixed: figures were wrong')
    for (const [what, times] of tally)
      if (what.startsWith('answered 500')) missed.push(`mixed: ${what}, ${times} times`)
  } finally {
    await on.stop()
  }
  return missed
}

type Work = { index: number; tokens: Map<string, string>; until: number; count: (what: string) => void }

async function write(on: TwoServers, { index, tokens, until, count }: Work): Promise<void> {
  const random = seededRandom(index)
  while (Date.now() < until) {
    const { title, act } = drawAct(random)
    const client = pickClient(random)
    const ask: Writer['ask'] = async (call, body, as) => {
      const [method = '', path = ''] = call.split(' ')
      const isFile = typeof body === 'string'
      const answer = await fetch(on.url() + path, {
        method,
        headers: {
          access_token: tokens.get(as === undefined ? client : STAFF) ?? '',
          client,
          ...(body !== '' && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
        },
        ...(body !== '' && { body: isFile ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isFault = answer.status === 500 || answer.status === 400
      count(`answered ${answer.status}${isFault ? ` to ${method} ${patternOf(path)}: ${text.slice(0, 120)}` : ''}`)
      return answer.ok ? (JSON.parse(text) as Record<string, unknown>) : undefined
    }
    try {
      await act({ random, client, owner: on.owner, prefix: `W${index}`, ask })
      count(title)
    } catch (error) {
      // A killed server or database ends calls and queries.
      count(`cut short: ${codeOf(error)}`)
      await sleep(500)
    }
  }
}

function drawAct(random: Random): Act {
  const total = ACTS.reduce((sum, { share }) => sum + share, 0)
  let draw = random.whole(1, total)
  const act = ACTS.find(({ share }) => (draw -= share) <= 0)
  if (!act) throw new Error('The shares of the acts come to nothing')
  return act
}

/** A path without its ids. */
const patternOf = (path: string) => path.split('?')[0]?.replaceAll(/[0-9a-f-]{8,}|\d+/g, '…') ?? ''

const codeOf = (error: unknown) => {
  const { cause, code, message } = error as { cause?: { code?: string }; code?: string; message: string }
  return cause?.code ?? code ?? message
}

async function killInTurns(on: TwoServers, until: number, count: (what: string) => void): Promise<void> {
  const began = Date.now()
  const kills = [
    ...Array.from({ length: SERVERS_KILLED }, (_, nr) => ({ at: (nr + 0.5) / SERVERS_KILLED, isServer: true })),
    ...Array.from({ length: DATABASE_KILLED }, (_, nr) => ({ at: (nr + 1) / (DATABASE_KILLED + 1), isServer: false })),
  ].toSorted((one, other) => one.at - other.at)
  for (const { at, isServer } of kills) {
    await sleep(Math.max(0, began + at * (until - began) - Date.now()))
    await (isServer ? on.killServer() : on.killDatabase())
    count(isServer ? 'servers killed' : 'PostgreSQL killed')
  }
}

/** Waits until no day is stale. Returns how many were, and how long that took, in words. */
async function untilCounted({ owner }: TwoServers): Promise<string> {
  const began = performance.now()
  const left = async () =>
    (
      await owner.query<{ days: number }>(
        'select count(distinct (kind, client_code, day))::int as days from stale_days',
      )
    ).rows[0]?.days ?? 0
  const stale = await left()
  while ((await left()) > 0) {
    if (performance.now() - began > RECOUNT_PATIENCE_MS) throw new Error('The stale days were not recounted')
    await sleep(500)
  }
  return `${whole(stale)} stale days were recounted within ${Math.round((performance.now() - began) / 1000)} s.`
}

async function check(ownerUrl: string): Promise<number> {
  const child = spawn(process.execPath, [FIGURES, 'check'], {
    env: { ...process.env, DATABASE_URL: ownerUrl },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number]
  return code
}
