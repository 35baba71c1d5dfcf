import type { Portal } from './drive.ts'
import { consignmentOf, type Step, type Tables } from './history.ts'
import { play } from './run.ts'
import type { Breach, Check } from './checks.ts'

/** The number of smaller histories played together. */
const MAX_PARALLEL = 40

/** Finds the smallest history that still fails the check, by leaving out steps, rows and parcels. */
export async function shrink(
  on: Portal,
  tables: Tables,
  steps: readonly Step[],
  check: Check,
  isExpected: (breach: Breach) => boolean = () => false,
): Promise<readonly Step[]> {
  const isOther = (breach: Breach) => breach.check !== check || isExpected(breach)
  let smallest = steps
  for (;;) {
    const candidates = smallerThan(smallest).slice(0, MAX_PARALLEL)
    const found = await play(on, tables, candidates, isOther)
    const index = found.findIndex((one) => one !== undefined)
    const next = candidates[index]
    if (!next) return smallest
    smallest = next.slice(0, (found[index]?.step ?? next.length) + 1)
  }
}

/** Smaller histories: half of the steps first, then without one step, a row, a parcel, or an amount. */
function smallerThan(steps: readonly Step[]): Step[][] {
  const without = (from: number, count: number) => steps.toSpliced(from, count)
  const half = Math.floor(steps.length / 2)
  return [
    ...(half > 1 ? [without(0, half), without(half, half - 1)] : []),
    ...steps.map((_step, index) => without(index, 1)),
    ...steps.flatMap((step, index) => smallerSteps(step).map((one) => steps.with(index, one))),
    ...steps.flatMap((step) => withoutParcels(steps, step)),
  ].filter((some) => some.length > 0 && leavesWhatItBills(steps, some))
}

/** A despatched parcel must not turn into one that never left: that would be another fault. */
function leavesWhatItBills(steps: readonly Step[], fewer: readonly Step[]): boolean {
  const ordersOf = (some: readonly Step[]) => some.flatMap((step) => (step.do === 'despatch' ? [step.order] : []))
  const left = ordersOf(fewer)
  const gone = new Set(ordersOf(steps).filter((order) => !left.includes(order)))
  return !fewer.some((step) => step.do === 'bill' && step.rows.some(({ about }) => gone.has(consignmentOf(about))))
}

/** Removes the last parcel of a consignment, and the rows about it. */
function withoutParcels(steps: readonly Step[], step: Step): Step[][] {
  if (step.do !== 'despatch' || step.grams.length < 2) return []
  const last = `${step.order}/${step.grams.length}`
  const rest = steps.map((one) => {
    if (one === step) return { ...step, grams: step.grams.slice(0, -1) }
    return one.do === 'bill' ? { ...one, rows: one.rows.filter(({ about }) => about !== last) } : one
  })
  return [rest]
}

function smallerSteps(step: Step): Step[] {
  if (step.do !== 'bill') return []
  const rows = step.rows.length > 1 ? step.rows.map((_row, index) => step.rows.toSpliced(index, 1)) : []
  const plainer = step.rows.flatMap((row, index) => {
    const { tax: _tax, fuel: _fuel, ...plain } = row
    return Object.keys(plain).length < Object.keys(row).length ? [step.rows.with(index, plain)] : []
  })
  return [...rows, ...plainer].map((some) => ({ ...step, rows: some }))
}
