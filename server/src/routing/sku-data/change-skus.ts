import { componentProblems } from '@despatch/domain/routing/multi-box-products/components'
import { goodsLacks, lackBits } from '@despatch/domain/orders/needs-attention'
import { isAbsurdDensity } from '@despatch/domain/routing/sku-data/sku-measures'
import { numberOfCode } from '@despatch/domain/text/spreadsheet-text'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import type { Transaction } from '../../database/transaction.ts'
import { lockOrders, lockSkuData, updateGoodsLacks, ordersOfChangedSkus } from './order-goods-lacks.ts'
import { fieldChanges, type FieldChange } from './sku-field-changes.ts'
import { type RewrittenCode, rewrittenCode, skusByNumber } from '../../stock/rewritten-codes.ts'
import { NEW_SKU, type SkuBox, type SkuState, skuStates } from './sku-state.ts'
import { addUnknownBoxes, writeSkus } from './write-skus.ts'

/** New values for a SKU; undefined fields stay as they are. */
export type SkuChange = {
  readonly SKU: string
  readonly title: string | undefined
  readonly categories: readonly string[] | undefined
  readonly weight: number | null | undefined
  readonly size: { length: number; width: number; height: number; volume: number } | null | undefined
  readonly boxes: readonly SkuBox[] | undefined
  readonly value: string | undefined
  readonly isSerialNumbered: boolean | undefined
}

export type SkuField = 'SKU' | 'weight' | 'boxes'

/** The outcome of a change. */
export type SkuOutcome =
  | { readonly is: 'created' | 'changed' | 'unchanged'; readonly SKU: string; readonly changes: readonly FieldChange[] }
  | { readonly is: 'refused'; readonly field: SkuField; readonly reason: string; readonly value: string }

type ChangeSkusOptions = { readonly isPreview: boolean; readonly addsSkus: boolean }

/**
 * Changes SKUs one after another; each change sees the results of the earlier ones. Open orders that may lack a weight
 * or size are checked again. `isPreview` writes nothing. `addsSkus` adds SKUs that the client does not have.
 */
export async function changeSkus(
  transaction: Transaction,
  client: string,
  requested: readonly SkuChange[],
  { isPreview, addsSkus }: ChangeSkusOptions,
): Promise<SkuOutcome[]> {
  await lockSkuData(transaction, client)
  const known = await loadCurrentSkus(transaction, client, requested)
  const run = new SkuRun(known, addsSkus)
  const outcomes = known.changes.map((change) => run.judge(change))
  if (isPreview) return outcomes
  const orders = await ordersOfChangedSkus(transaction, client, run.lackChanges())
  await lockOrders(transaction, client, orders)
  await addUnknownBoxes(transaction, client, run.newBoxes())
  await writeSkus(transaction, client, { states: run.toWrite, withBoxes: [...run.withBoxes] })
  await updateGoodsLacks(transaction, client, orders)
  return outcomes
}

type CurrentSkus = {
  /** With SKU and box codes in the client's own case. */
  changes: readonly SkuChange[]
  states: ReadonlyMap<string, SkuState>
  byNumber: ReadonlyMap<string, string>
}

async function loadCurrentSkus(
  transaction: Transaction,
  client: string,
  requested: readonly SkuChange[],
): Promise<CurrentSkus> {
  const named = requested.flatMap(({ SKU, boxes = [] }) => [SKU, ...boxes.map(({ Code }) => Code)])
  const written = await loadSkuSpelling(transaction, client, named)
  const changes = requested.map((change) => ({
    ...change,
    SKU: written(change.SKU),
    boxes: change.boxes?.map((box) => ({ ...box, Code: written(box.Code) })),
  }))
  const codes = [...new Set(named.map(written))]
  const states = await skuStates(transaction, client, codes)
  const numbers = codes.flatMap((code) => (states.has(code) ? [] : (numberOfCode(code) ?? [])))
  return { changes, states, byNumber: await skusByNumber(transaction, client, numbers) }
}

const ABSURD = 'Weight and size don’t match. Check the units'
const NO_SKU = 'SKU not found'

/** Judges changes of SKUs; each sees the results of the earlier ones. */
class SkuRun {
  readonly toWrite = new Map<string, SkuState>()
  readonly withBoxes = new Set<string>()
  readonly #known: CurrentSkus
  readonly #addsSkus: boolean
  /** Codes that this run adds, by the number that a spreadsheet would turn them into. */
  readonly #added = new Map<string, string>()

  constructor(known: CurrentSkus, addsSkus: boolean) {
    this.#known = known
    this.#addsSkus = addsSkus
  }

  judge(change: SkuChange): SkuOutcome {
    const { SKU } = change
    const was = this.#stateOf(SKU)
    const eaten = was ? undefined : this.#eatenBySpreadsheet(SKU)
    if (eaten) return { is: 'refused', field: 'SKU', ...eaten }
    if (!was && !this.#addsSkus) return { is: 'refused', field: 'SKU', reason: NO_SKU, value: SKU }
    const next = nextState(was ?? NEW_SKU, change)
    const hasMeasures = change.weight !== undefined || change.size !== undefined
    if (hasMeasures && isAbsurdDensity(next.weight, next.volume))
      return { is: 'refused', field: 'weight', reason: ABSURD, value: SKU }
    const problem = change.boxes && this.#boxProblem(SKU, next, change.boxes)
    if (problem) return { is: 'refused', field: 'boxes', ...problem }
    const changes = fieldChanges(was ?? NEW_SKU, next)
    if (was && changes.length === 0 && !was.isUnknown) return { is: 'unchanged', SKU, changes }
    this.#keep(SKU, next, was)
    return { is: was ? 'changed' : 'created', SKU, changes }
  }

  /** SKUs with measures that orders may have lacked (`mended`), and SKUs that lost measures (`begun`). */
  lackChanges(): { mended: string[]; begun: string[] } {
    const mended: string[] = []
    const begun: string[] = []
    for (const [code, state] of this.toWrite) {
      const before = this.#known.states.get(code)
      if (!before) continue
      const [was, is] = [lacksOf(before), lacksOf(state)]
      if ((was & ~is) !== 0) mended.push(code)
      // Boxes have measures of their own.
      if ((is & ~was) !== 0 || this.withBoxes.has(code)) begun.push(code)
    }
    return { mended, begun }
  }

  /** Boxes that neither the client nor a row of this run has. */
  newBoxes(): string[] {
    const boxes = [...this.toWrite.values()].flatMap((state) => state.boxes.map(({ Code }) => Code))
    return [...new Set(boxes)].filter((code) => !this.#stateOf(code))
  }

  #stateOf(code: string): SkuState | undefined {
    return this.toWrite.get(code) ?? this.#known.states.get(code)
  }

  #keep(SKU: string, next: SkuState, was: SkuState | undefined): void {
    this.toWrite.set(SKU, next)
    const number = numberOfCode(SKU)
    if (!was && number !== undefined && number !== SKU) this.#added.set(number, SKU)
    if (JSON.stringify(next.boxes) !== JSON.stringify(was?.boxes ?? [])) this.withBoxes.add(SKU)
  }

  /** Whether a spreadsheet has turned a code into a number, and the probable original code. */
  #eatenBySpreadsheet(code: string): RewrittenCode | undefined {
    const number = numberOfCode(code)
    const original = number === undefined ? undefined : (this.#added.get(number) ?? this.#known.byNumber.get(number))
    return rewrittenCode(code, original)
  }

  #boxProblem(SKU: string, { isBox }: SkuState, boxes: readonly SkuBox[]) {
    for (const { Code } of boxes) {
      const eaten = this.#stateOf(Code) ? undefined : this.#eatenBySpreadsheet(Code)
      if (eaten) return eaten
    }
    const products = [...this.toWrite].filter(([, state]) => state.boxes.length > 0)
    const isBoxNow = isBox || products.some(([, state]) => state.boxes.some(({ Code }) => Code === SKU))
    const [problem] = componentProblems(SKU, boxes, {
      stateOf: (code) => ((this.#stateOf(code)?.boxes.length ?? 0) > 0 ? 'has-components' : 'plain'),
      isComponent: isBoxNow,
    })
    return problem && { reason: 'These boxes cannot be', value: problem.message }
  }
}

function nextState(was: SkuState, change: SkuChange): SkuState {
  const { title, categories, weight, size, boxes, value, isSerialNumbered } = change
  const unknownSize = { length: null, width: null, height: null, volume: null }
  return {
    ...was,
    ...(size !== undefined && (size ?? unknownSize)),
    title: title ?? was.title,
    categories: categories?.toSorted() ?? was.categories,
    weight: weight === undefined ? was.weight : weight,
    value: value ?? was.value,
    isSerialNumbered: isSerialNumbered ?? was.isSerialNumbered,
    isUnknown: false,
    boxes: boxes?.toSorted((one, other) => (one.Code < other.Code ? -1 : 1)) ?? was.boxes,
  }
}

const lacksOf = (state: SkuState | undefined): number =>
  lackBits(
    goodsLacks([state && { weight: state.weight, length: state.length, volume: state.volume, components: null }]),
  )
