import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { judgeChangedOrders } from '../../invoices/matching/judge-changed-orders.ts'
import { matchLate } from '../../invoices/matching/match-late.ts'
import { judgeNoted } from '../../invoices/parcel-accounts/judge-following.ts'
import { act, type Act, foresee } from './acts.ts'
import { type Breach, checkAccrued, checkInvoices, checkLedger, checkPaid, checkRows, type Going } from './checks.ts'
import { despatch, importInvoices, type Portal, Refused, setUp } from './drive.ts'
import { clientCode, invoiceNumber, orderNumber, trackingNumber } from './files.ts'
import { CARRIERS, consignmentOf, sayStep, type Step, type Tables } from './history.ts'
import { doStep } from './do-step.ts'
import { openModel, waitsToBePosted } from './model.ts'
import {
  type LedgerLine,
  postInvoices,
  readAccruals,
  readInvoices,
  readRows,
  readStatement,
  type SaidInvoice,
  type SaidRow,
} from './read.ts'

/** Where a history goes wrong: after which of its steps, and how. */
export type Found = { readonly step: number; readonly breaches: readonly Breach[] }

/** The first days of histories lie so far back: within the 120 days in which carriers' numbers are looked for. */
const DAYS_BACK = 90
/** So many histories share no day, on which sales orders would take each other's parcels. */
const DIFFERENT_DAYS = 50
export const firstDayOf = (today: Day) => addDays(today, -DAYS_BACK)

let batches = 0

/**
 * Plays histories side by side, by the same tables: the first step of each, then the second of each, so that they share
 * feeds, imports and reading. Gives for each what went wrong at its first step that did, undefined where nothing did.
 */
export async function play(
  on: Portal,
  tables: Tables,
  histories: readonly (readonly Step[])[],
  isExpected: (breach: Breach, history: number) => boolean = () => false,
): Promise<(Found | undefined)[]> {
  const batch = ++batches
  const firstDay = firstDayOf(dayOf(new Date()))
  await setUp(on, batch, tables, firstDay)
  const all = histories.map((steps, history): Played => ({
    steps,
    next: 0,
    names: { batch, history, firstDay: addDays(firstDay, history % DIFFERENT_DAYS) },
    model: openModel(tables),
    ids: new Map(),
    ledger: [],
    rows: new Map(),
  }))
  const found = new Map<number, Found>()
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

type Played = Going & { readonly steps: readonly Step[]; next: number; rows: ReadonlyMap<string, SaidRow[]> }
type Doing = Going & {
  readonly history: Played
  readonly rows: ReadonlyMap<string, SaidRow[]>
  readonly step: Step
  /** Its place among the steps of its history. */
  readonly place: number
  readonly toPost: readonly string[]
  readonly isToBeRefused: boolean
}

/** Invoices, then postings, wait until every history has come to one: there are fewer of them then. */
const turnOf = ({ do: what }: Step) => (what === 'bill' ? 2 : what === 'post' ? 1 : 0)

/** The next step of each history whose turn it is. */
function takeSteps(all: readonly Played[]): Doing[] {
  const next = all.flatMap((history) => {
    const step = history.steps[history.next]
    return step ? [{ history, step }] : []
  })
  const turn = Math.min(...next.map(({ step }) => turnOf(step)))
  const taken = next
    .filter(({ step }) => turnOf(step) === turn)
    .flatMap(({ history, step }): Doing[] => {
      const toPost = [...history.model.invoices.values()].filter(waitsToBePosted).map(({ bill }) => bill.invoice)
      const place = history.next++
      const done = doStep(history.model, step)
      return done === 'skipped' ? [] : [{ ...history, history, step, place, toPost, isToBeRefused: done === 'refused' }]
    })
  return taken.length > 0 || next.length === 0 ? taken : takeSteps(all)
}

type Said = {
  readonly rows: ReadonlyMap<string, SaidRow[]>
  readonly invoices: ReadonlyMap<string, SaidInvoice>
  readonly statements: ReadonlyMap<string, ReadonlyMap<string, { net: number; tax: number }>> | null
  readonly accruals: ReadonlyMap<string, ReadonlyMap<string, number | null>> | null
}

/** Steps after which accruals are read, which takes long; what other steps change of them shows when a history ends. */
const READ_ACCRUALS = ['bill', 'reject invoice', 'despatch'] as const

/** What the product says of the histories that went on, as far as their steps change it. */
async function readAll(on: Portal, tables: Tables, batch: number, going: readonly Doing[]): Promise<Said> {
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

const isLast = ({ history, place }: Doing) => place === history.steps.length - 1

const checkAll = (one: Doing, { rows, invoices, statements, accruals }: Said): Breach[] => [
  ...checkRows(one, rows),
  ...checkInvoices(one, invoices),
  ...checkPaid(one, rows),
  ...(statements && one.step.do === 'post' ? checkLedger(one, statements) : []),
  ...(accruals ? checkAccrued(one, accruals) : []),
]

async function ofClients<Said>(
  { clients }: Tables,
  read: (client: string) => Promise<Said>,
): Promise<Map<string, Said>> {
  const said = new Map<string, Said>()
  for (const { name } of clients) said.set(name, await read(name))
  return said
}

/** Does one step of each history; gives what the product refused. */
async function doRound(on: Portal, tables: Tables, going: readonly Doing[]): Promise<Map<number, Breach[]>> {
  const refused = new Map<number, Breach[]>()
  const leaving = going.flatMap(({ step, names }) => (step.do === 'despatch' ? [{ step, names }] : []))
  if (leaving.length > 0) {
    await despatch(on, tables, leaving)
    // Jobs judge rows again for which a despatch has come.
    await matchLate(on.portal.database)
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
  // A job does it in a while: what depends on rows that were changed.
  await judgeNoted(on.portal.database)
  return refused
}

/** Does what a person decides; gives in words what came otherwise than it should. */
async function decideOne(on: Portal, one: Doing): Promise<string> {
  const { step, isToBeRefused } = one
  if (step.do === 'despatch' || step.do === 'bill' || step.do === 'post') return ''
  const known = knownOf(one, step)
  const isForeseen = step.do === 'accept matched' ? await foresee(on, known.summaryID) : isToBeRefused
  const refusal = await refusalOf(() => act(on, step, known))
  if (isForeseen === isToBeRefused && (refusal !== '') === isToBeRefused) return ''
  return `${sayStep(step)}: ${refusal || 'done'}; the pre-flight said ${isForeseen ? 'refused' : 'done'}`
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

const MOST_POSTED = 200

/** Posts what waits of all histories that post, in one posting. */
async function post(on: Portal, going: readonly Doing[]): Promise<void> {
  const posting = going.filter(({ step }) => step.do === 'post')
  const waiting = posting.flatMap(({ toPost, ids }) => toPost.map((invoice) => ids.get(invoice) ?? ''))
  if (waiting.length === 0) return
  const lines: LedgerLine[] = []
  for (let from = 0; from < waiting.length; from += MOST_POSTED)
    lines.push(...(await postInvoices(on, waiting.slice(from, from + MOST_POSTED))))
  for (const { names, ledger } of posting)
    ledger.push(...lines.filter((line) => line.invoiceNumber.startsWith(invoiceNumber(names, ''))))
}

function knownOf({ ids, rows, model, names }: Doing, step: Act) {
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
