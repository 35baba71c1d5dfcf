import { type Database, openDatabase } from '@despatch/server/database/database'
import { attachOrOpenEmbeddedPostgres } from '@despatch/server/database/embedded/open-embedded-postgres'
import { markAllWrongDays } from '@despatch/server/figures/check'
import { clientsOf } from '@despatch/server/figures/clients'
import { checkFacts, rebuildFacts } from '@despatch/server/figures/deltas'
import { FIGURE_KIND_NAMES } from '@despatch/server/figures/kinds'
import { rebuildFigures } from '@despatch/server/figures/rebuild'
import { factSets } from '@despatch/server/fact-sets'
import type pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { repeatCall } from '../load/repeat-call.ts'
import type { Server } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'

const AIM_SECONDS = 300
/** Aim: during a rebuild, other users' p99 is at most this many times their p99 before. */
const AIM_TIMES = 2
const CONNECTIONS = 4
const ROUNDS_ALONE = 3
const CALLS = [
  { name: 'orders of a client', path: '/api/orders/consolidated', body: { page: 1, limit: 50 } },
  { name: 'Carrier Dashboard of a client', path: '/api/reports/carriers', body: days() },
] as const

type Target = { product: Server; owner: pg.Client; seconds: number; data: string }

/**
 * Rebuilds all facts while users read orders and figures. Prints how long it takes and how much longer users wait.
 * Returns the missed aims.
 */
export async function measureRebuild({ product, seconds, data }: Target): Promise<string[]> {
  const [client = ''] = CLIENT_CODES
  const token = await signIn(product, client)
  const postgres = await attachOrOpenEmbeddedPostgres({ dataDirectory: data, report: () => {} })
  const database = openDatabase({ appUrl: postgres.appUrl })
  const load = { product, token, client, connections: CONNECTIONS, seconds }
  const ask = (answers: number[][]) =>
    Promise.all(
      CALLS.map(({ path, body }, call) =>
        repeatCall({ ...load, path, body, answered: (ms) => answers[call]?.push(ms) }),
      ),
    )
  try {
    await ask([])
    // p99 over all answers, both before and during: the maximum would grow with the number of measurements.
    const alone = CALLS.map((): number[] => [])
    for (let round = 0; round < ROUNDS_ALONE; round++) await ask(alone)
    const beside = CALLS.map((): number[] => [])
    let isOver = false
    const asking = (async () => {
      while (!isOver) await ask(beside)
    })()
    const took: [string, number][] = []
    try {
      took.push(...(await rebuildAll(database)))
    } finally {
      isOver = true
      await asking
    }
    const wrong = [
      ...Object.entries(await checkFacts(database, factSets)),
      ...(await markAllWrongDays(database)).map((one) => [one.kind, one.days.length] as const),
    ].filter(([, count]) => count > 0)
    const all = took.reduce((sum, [, one]) => sum + one, 0)
    console.log(
      `\nFacts rebuilt in ${all.toFixed(1)} s: ${took.map(([name, one]) => `${name} ${one.toFixed(1)}`).join(', ')} (aim: ${AIM_SECONDS} s)`,
    )
    const times = timesOf(alone, beside)
    console.log(
      table(
        [`${CONNECTIONS} connections each`, 'p99 of all answers, ms', 'meanwhile'],
        times.map(({ name, before, meanwhile }) => [name, whole(before), whole(meanwhile)]),
      ),
    )
    return [
      ...(all > AIM_SECONDS ? [`rebuild: ${all.toFixed(0)} s`] : []),
      ...times
        .filter(({ times: one }) => one > AIM_TIMES)
        .map(({ name, times: one }) => `rebuild: p99 of ${name} ${one.toFixed(1)} times`),
      ...wrong.map(([name, count]) => `rebuild: ${count} of ${name} are wrong`),
    ]
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** Rebuilds balances and figures. Returns the seconds of each. */
async function rebuildAll(database: Database): Promise<[string, number][]> {
  const clients = await clientsOf(database)
  const works = [
    ...factSets.map((set) => ({ name: set.name, work: () => rebuildFacts(database, set) })),
    ...FIGURE_KIND_NAMES.map((kind) => ({
      name: kind,
      async work() {
        for (const client of clients) await rebuildFigures(database, { kind, client })
      },
    })),
  ]
  const took: [string, number][] = []
  for (const { name, work } of works) {
    const began = performance.now()
    await work()
    took.push([name, (performance.now() - began) / 1000])
  }
  return took
}

/** How many times longer each call took during the rebuild. */
const timesOf = (alone: readonly number[][], meantime: readonly number[][]) =>
  CALLS.map(({ name }, call) => {
    const [before, meanwhile] = [p99(alone[call]), p99(meantime[call])]
    return { name, before, meanwhile, times: meanwhile / before }
  })

const p99 = (times: readonly number[] = []) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN

function days() {
  const dayAgo = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return { startDate: dayAgo(91), endDate: dayAgo(1) }
}
