import { dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from './checks.ts'
import { openMoneyPortal, type Portal } from './drive.ts'
import { FAULTS } from './faults.ts'
import { describeStep, type Step, type Tables } from './history.ts'
import { NOT_YET } from './not-yet.ts'
import { randomBy } from './random.ts'
import { randomHistory, randomTables } from './random-history.ts'
import { firstDayOf, type HistoryFailure, play } from './run.ts'
import { PLAIN_TABLES } from './steps.ts'
import { shrink } from './shrink.ts'

/** HISTORIES=10000 HISTORIES_SEED=7 plays so many histories with another seed. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 10)
const SEED = Number(process.env['HISTORIES_SEED'] ?? 1)
/** Histories of one batch share clients, prices and terms. */
const BATCH = 50

let on: Portal
beforeAll(async () => {
  on = await openMoneyPortal(firstDayOf(dayOf(new Date())))
})
afterAll(() => on.portal.close())

const inWords = (steps: readonly Step[], { step, breaches }: HistoryFailure) =>
  [
    ...steps.slice(0, step + 1).map((one, index) => `  ${index + 1}. ${describeStep(one)}`),
    ...breaches.map(({ check, text }) => `  ${CHECKS[check]}: ${text}`),
  ].join('\n')

test('each known fault is found by its smallest history until it is fixed', async () => {
  const wrong: string[] = []
  for (const [tables, some] of Map.groupBy(FAULTS, (fault) => fault.tables ?? PLAIN_TABLES)) {
    const found = await play(
      on,
      tables,
      some.map(({ steps }) => steps),
      ({ check }, history) => check !== some[history]?.breaks,
    )
    for (const [index, { fault, title, steps }] of some.entries()) {
      const breach = found[index]
      if (breach && !NOT_YET.has(fault)) wrong.push(`${fault}, ${title}:\n${inWords(steps, breach)}`)
      if (!breach && NOT_YET.has(fault)) wrong.push(`${fault} holds: take it out of not-yet.ts`)
    }
  }
  expect(wrong).toEqual([])
})

test(
  'random histories add up',
  async () => {
    const wrong: string[] = []
    for (let first = 0; first < HISTORIES; first += BATCH) {
      const seed = SEED + first / BATCH
      const random = randomBy(seed)
      const tables = randomTables(random)
      const histories = Array.from({ length: Math.min(BATCH, HISTORIES - first) }, () =>
        randomHistory(random, tables, NOT_YET),
      )
      const found = await play(on, tables, histories, () => false)
      const index = found.findIndex((one) => one !== undefined)
      if (index >= 0) wrong.push(await smallestOf(tables, histories[index] ?? [], found[index], seed))
    }
    expect(wrong.join('\n\n')).toBe('')
  },
  (HISTORIES + 1) * 10_000,
)

/** The seed, and the smallest history that fails in the same way. */
async function smallestOf(
  tables: Tables,
  steps: readonly Step[],
  found: HistoryFailure | undefined,
  seed: number,
): Promise<string> {
  const check = found?.breaches[0]?.check
  if (!found || !check) return ''
  const smallest = await shrink(on, tables, steps.slice(0, found.step + 1), check)
  const [again] = await play(on, tables, [smallest], (breach) => breach.check !== check)
  const first = found.breaches.map(({ text }) => text).join('; ')
  return [
    `HISTORIES_SEED=${seed} went wrong: ${first}`,
    `The smallest history that does, by prices and terms ${JSON.stringify(tables)}:`,
    inWords(smallest, again ?? found),
  ].join('\n')
}
