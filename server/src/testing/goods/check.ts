import { contract } from '@despatch/contract/contract'
import { reservations } from '@despatch/contract/stock/reservations'
import { checkOrders } from './check-orders.ts'
import { type History, orderNumberOf } from './history.ts'
import { isReported, type Model, owedOf, piecesOf, type Returned, returnableOf, stockOf } from './model.ts'
import { sentByLine } from './order-model.ts'
import type { Sku } from './step.ts'

const { 'announced-returns': returns } = contract

/**
 * Compares the product with the model. Facts that have not been reported are left out, because the product cannot know
 * them.
 *
 * @returns differences in words, empty if there are none
 */
export async function check(history: History, model: Model): Promise<string[]> {
  const breaches: string[] = []
  const compare = (what: string, is: unknown, right: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(right))
      breaches.push(`${what} is ${JSON.stringify(is)} instead of ${JSON.stringify(right)}`)
  }
  const reported = ([, one]: [string, Returned]) => isReported(one)
  for (const sku of ['A', 'B'] as const) {
    if (![...model.returns].every((entry) => entry[1].sku !== sku || reported(entry))) continue
    compare(`stock of ${sku}`, await readStock(history, sku), stockOf(model, sku))
  }
  for (const entry of model.returns) {
    const [ref, one] = entry
    if (!one.known || !reported(entry)) continue
    const pieces = Object.entries(piecesOf(one)).toSorted(byName)
    const right = {
      pieces,
      owed: owedOf(model, one),
      isDue: owedOf(model, one) > 0,
      paid: one.paid,
      replacement: stateOf(ref, one),
    }
    compare(ref, await readReturn(history, ref), right)
  }
  await checkOrders(history, model, compare)
  for (const [order, of] of model.orders) {
    const { lines, status } = of
    const isKnown = [...model.returns].every((entry) => entry[1].order !== order || reported(entry))
    if ((status !== 'D' && status !== 'V') || !isKnown) continue
    const sent = sentByLine(of)
    const right = lines.map((_line, at) => returnableOf(model, order, at + 1) || (sent[at] === 0 ? NOT_SENT : 0))
    compare(`what may come back of order ${order}`, await readReturnable(history, order, lines.length), right)
  }
  return breaches
}

const NOT_SENT = 'not sent'

const byName = ([one]: [string, number], [other]: [string, number]) => (one < other ? -1 : 1)

const stateOf = (_ref: string, { exchange, replacement }: Returned) =>
  exchange
    ? { waits: 'waiting', held: 'held', went: 'released', cancelled: 'cancelled', none: 'none' }[replacement]
    : 'none'

async function readStock({ on, me, prefix }: History, sku: Sku) {
  const body = { sku: `${prefix}-${sku}`, page: 1, limit: 100 }
  const answer = await on.portal.send(reservations.listStock, { body }, me)
  const of = (code: string) => answer.body.rows.find(({ type }) => type === code)
  const [sellable, quarantine] = [of('SELLABLE'), of('QUARANTINE')]
  return {
    sellable: sellable?.stock_on_hand ?? 0,
    quarantine: quarantine?.stock_on_hand ?? 0,
    reserved: sellable?.reserved_stock ?? 0,
    promised: sellable?.promised_stock ?? 0,
  }
}

async function readReturn({ on, me, references }: History, ref: string) {
  const params = { reference: references.get(ref) ?? '' }
  const { body } = await on.portal.call(returns.record, { params }, me)
  const [line] = body.details
  const pieces = (line?.pieces ?? []).map(({ state, quantity }): [string, number] => [state, quantity]).toSorted(byName)
  const paid = body.steps.reduce((sum, { amount }) => sum + Math.round(Number(amount ?? 0) * 100), 0)
  return { pieces, owed: line?.owed ?? 0, isDue: body.refundDueOn !== null, paid, replacement: body.exchange }
}

async function readReturnable(history: History, order: string, lines: number) {
  const { on, me } = history
  const orderNumber = orderNumberOf(history, order)
  const allLines = Array.from({ length: lines }, (_, at) => ({ lineNumber: at + 1, quantity: 999, reason: 'MIND' }))
  const { body } = await on.portal.call(returns.offer, { body: { orderNumber, lines: allLines } }, me)
  return body.decision.lines.map(({ why, change }) =>
    why === 'not-sent' ? NOT_SENT : why === 'already-returned' ? 0 : Number(/^\d+/.exec(change)?.[0] ?? -1),
  )
}
