import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { judgeChangedOrders } from '../../invoices/matching/judge-changed-orders.ts'
import { matchLateDespatches } from '../../invoices/matching/match-late.ts'
import { judgeNotedRows } from '../../invoices/parcel-accounts/judge-dependents.ts'
import { act, type Act, foresee } from './acts.ts'
import {
  type Breach,
  checkAccrued,
  checkInvoices,
  checkLedger,
  checkPaid,
  checkRows,
  type RunningHistory,
} from './checks.ts'
import { despatch, importInvoices, type Portal, Refused, setUp } from './drive.ts'
import { clientCode, invoiceNumber, orderNumber, trackingNumber } from './files.ts'
import { CARRIERS, consignmentOf, describeStep, type Step, type Tables } from './history.ts'
import { doStep } from './do-step.ts'
import { openModel, waitsToBePosted } from './model.ts'
import {
  type LedgerLine,
  postInvoices,
  readAccruals,
  readInvoices,
  readRows,
  readStatement,
  type ProductInvoice,
  type ProductRow,
} from './read.ts'

/** The first step after which a history fails, and how. */
export type HistoryFailure = { readonly step: number; readonly breaches: readonly Breach[] }

/** The first days of histories are so long ago: within the 120 days in which numbers are searched. */
const DAYS_BACK = 90
/** So many histories share no day, because sales orders would take each other's parcels. */
const DIFFERENT_DAYS = 50
export const firstDayOf = (today: Day) => addDays(today, -DAYS_BACK)

let batches = 0

/**
 * Plays histories with the same tables side by side: the first step of each, then the second of each, so that they
 * share feeds, imports and reading.
 *
 * @returns the first failure of each history, undefined if it has none
 */
export async function play(
  on: Portal,
  tables: Tables,
  histories: readonly (readonly Step[])[],
  isExpected: (breach: Breach, history: number) => boolean = () => false,
): Promise<(HistoryFailure | undefined)[]> {
  const batch = ++batches
  const firstDay = firstDayOf(dayOf(new Date()))
  await setUp(on, batch, tables, firstDay)
  const all = histories.map((steps, history): PlayedHistory => ({
    steps,
    next: 0,
    names: { batch, history, firstDay: addDays(firstDay, history % DIFFERENT_DAYS) },
    model: openModel(tables),
    ids: new Map(),
    ledger: [],
    rows: new Map(),
  }))
  const found = new Map<number, HistoryFailure>()
  for (;;) {
    const going = takeSteps(all.filter(({ names }) => !found.has(names.history)))
    if (going.length === 0) break
    const refused = await doRound(on, tables, going)
    const said = await readAll(on, tables, batch, going)
    for (const one of going) {
      one.history.rows = said.rows
      const breaches = [...(refused.get(one.names.history) ?? []), ...checkAll(one, said)]
      const some = breaches.filter((breach) => !isExpected(breach, one.names.history))
      if (some.length > 0) found.set(one.names.history, { step: one.place, breaches: some })
    }
  }
  return histories.map((_steps, history) => found.get(history))
}

type PlayedHistory = RunningHistory & {
  readonly steps: readonly Step[]
  next: number
  rows: ReadonlyMap<string, ProductRow[]>
}
type PendingStep = RunningHistory & {
  readonly history: PlayedHistory
  readonly rows: ReadonlyMap<string, ProductRow[]>
  readonly step: Step
  /** Its place among the steps of its history. */
  readonly place: number
  readonly toPost: readonly string[]
  readonly isToBeRefused: boolean
}

/** Bills, then postings, wait until every history has reached one, so that fewer calls are needed. */
const turnOf = ({ do: what }: Step) => (what === 'bill' ? 2 : what === 'post' ? 1 : 0)

/** The next step of each history whose turn it is. */
function takeSteps(all: readonly PlayedHistory[]): PendingStep[] {
  const next = all.flatMap((history) => {
    const step = history.steps[history.next]
    return step ? [{ history, step }] : []
  })
  const turn = Math.min(...next.map(({ step }) => turnOf(step)))
  const taken = next
    .filter(({ step }) => turnOf(step) === turn)
    .flatMap(({ history, step }): PendingStep[] => {
      const toPost = [...history.model.invoices.values()].filter(waitsToBePosted).map(({ bill }) => bill.invoice)
      const place = history.next++
      const done = doStep(history.model, step)
      return done === 'skipped' ? [] : [{ ...history, history, step, place, toPost, isToBeRefused: done === 'refused' }]
    })
  return taken.length > 0 || next.length === 0 ? taken : takeSteps(all)
}

type ProductState = {
  readonly rows: ReadonlyMap<string, ProductRow[]>
  readonly invoices: ReadonlyMap<string, ProductInvoice>
  readonly statements: ReadonlyMap<string, ReadonlyMap<string, { net: number; tax: number }>> | null
  readonly accruals: ReadonlyMap<string, ReadonlyMap<string, number | null>> | null
}

/** Accruals are only read after these steps, because reading is slow; other changes show at the end of a history. */
const READ_ACCRUALS = ['bill', 'reject invoice', 'despatch'] as const

/** Reads the product's results for the histories that went on, as far as their steps change them. */
async function readAll(
  on: Portal,
  tables: Tables,
  batch: number,
  going: readonly PendingStep[],
): Promise<ProductState> {
  const isAny = (...some: Step['do'][]) => going.some(({ step }) => some.includes(step.do))
  const period = { from: firstDayOf(dayOf(new Date())), to: dayOf(new Date()) }
  const ofAll = <One>(read: (clientCode: string) => Promise<One>) =>
    ofClients(tables, (client) => read(clientCode(batch, client)))
  return {
    rows: await readRows(
      on,
      going.flatMap(({ ids }) => [...ids.values()]),
    ),
    invoices: await readInvoices(on, batch),
    statements: isAny('post') ? await ofAll((code) => readStatement(on, { clientCode: code, ...period })) : null,
    accruals: isAny(...READ_ACCRUALS) || going.some(isLast) ? await ofAll((code) => readAccruals(on, code)) : null,
  }
}

const isLast = ({ history, place }: PendingStep) => place === history.steps.length - 1

const checkAll = (one: PendingStep, { rows, invoices, statements, accruals }: ProductState): Breach[] => [
  ...checkRows(one, rows),
  ...checkInvoices(one, invoices),
  ...checkPaid(one, rows),
  ...(statements && one.step.do === 'post' ? checkLedger(one, statements) : []),
  ...(accruals ? checkAccrued(one, accruals) : []),
]

async function ofClients<ProductState>(
  { clients }: Tables,
  read: (client: string) => Promise<ProductState>,
): Promise<Map<string, ProductState>> {
  const said = new Map<string, ProductState>()
  for (const { name } of clients) said.set(name, await read(name))
  return said
}

/** Does one step of each history; returns the refusals. */
async function doRound(on: Portal, tables: Tables, going: readonly PendingStep[]): Promise<Map<number, Breach[]>> {
  const refused = new Map<number, Breach[]>()
  const leaving = going.flatMap(({ step, names }) => (step.do === 'despatch' ? [{ step, names }] : []))
  if (leaving.length > 0) {
    await despatch(on, tables, leaving)
    // The jobs that match late despatches.
    await matchLateDespatches(on.portal.database)
    await judgeChangedOrders(on.portal.database)
  }
  for (const carrier of CARRIERS) {
    const written = going.flatMap(({ step, names, model: { despatched } }) =>
      step.do === 'bill' && step.carrier === carrier ? [{ bill: step, names, despatched }] : [],
    )
    if (written.length === 0) continue
    const ids = await importInvoices(on, carrier, written)
    for (const { step, names, ids: own } of going)
      if (step.do === 'bill' && step.carrier === carrier)
        own.set(step.invoice, ids.get(invoiceNumber(names, step.invoice)) ?? '')
  }
  await post(on, going)
  await Promise.all(
    going.map(async (one) => {
      const text = await decideOne(on, one)
      if (text) refused.set(one.names.history, [{ check: 'refused', text }])
    }),
  )
  // The job that judges rows depending on changed ones.
  await judgeNotedRows(on.portal.database)
  return refused
}

/** Does a decision; returns text about unexpected results. */
async function decideOne(on: Portal, one: PendingStep): Promise<string> {
  const { step, isToBeRefused } = one
  if (step.do === 'despatch' || step.do === 'bill' || step.do === 'post') return ''
  const ids = idsFor(one, step)
  const isForeseen = step.do === 'accept matched' ? await foresee(on, ids.summaryID) : isToBeRefused
  const refusal = await refusalOf(() => act(on, step, ids))
  if (isForeseen === isToBeRefused && (refusal !== '') === isToBeRefused) return ''
  return `${describeStep(step)}: ${refusal || 'done'}; the pre-flight said ${isForeseen ? 'refused' : 'done'}`
}

async function refusalOf(does: () => Promise<void>): Promise<string> {
  try {
    await does()
    return ''
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.message
  }
}

const MAX_POSTED = 200

/** Posts the waiting invoices of all histories in one posting. */
async function post(on: Portal, going: readonly PendingStep[]): Promise<void> {
  const posting = going.filter(({ step }) => step.do === 'post')
  const waiting = posting.flatMap(({ toPost, ids }) => toPost.map((invoice) => ids.get(invoice) ?? ''))
  if (waiting.length === 0) return
  const lines: LedgerLine[] = []
  for (let from = 0; from < waiting.length; from += MAX_POSTED)
    lines.push(...(await postInvoices(on, waiting.slice(from, from + MAX_POSTED))))
  for (const { names, ledger } of posting)
    ledger.push(...lines.filter((line) => line.invoiceNumber.startsWith(invoiceNumber(names, ''))))
}

function idsFor({ ids, rows, model, names }: PendingStep, step: Act) {
  const summaryID = ids.get(step.invoice) ?? ''
  const said = rows.get(summaryID) ?? []
  const known = { summaryID, rows: new Map(said.map(({ parcels }, index) => [index, parcels])) }
  if (step.do !== 'match row') return known
  const order = consignmentOf(step.parcel)
  const client = model.despatched.get(order)?.client ?? ''
  const parcel = {
    clientCode: clientCode(names.batch, client),
    orderNumber: orderNumber(names, order),
    trackingNumber: trackingNumber(names, step.parcel),
  }
  return { ...known, parcel }
}
