import type { returns as routes } from '@despatch/contract/returns/returns-book/returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { isOtherForRetailer } from '@despatch/domain/returns/returns-book/compare-decisions'
import { decideReturn } from '@despatch/domain/returns/returns-book/decide-return'
import { ANSWER_TITLES } from '@despatch/domain/returns/returns-book/return-rule-text'
import type { CompiledReturnsBook } from '@despatch/domain/returns/returns-book/compile-returns-book'
import type { ReturnDecision } from '@despatch/domain/returns/returns-book/return-decision'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { type KnownOrder, loadReturnOrders } from './return-orders.ts'
import { bookOrDraft } from './returns-book-cache.ts'

/** Returned lines that are looked at, the newest first. */
const MAX_LINES = 2000
const MAX_MOVES = 200
const AT_A_TIME = 200

type Asked = { order_number: string; sku_code: string; quantity: number; reason_code: string; at: Date }
type Side = { allowed: number; refused: number; review: number; fees: number; retailerPays: number }
const NOTHING = (): Side => ({ allowed: 0, refused: 0, review: 0, fees: 0, retailerPays: 0 })

/**
 * Decides the returns of the last weeks again, each on the day it was asked, by the book in force and by the draft: which
 * answers would be otherwise, and what shoppers and retailer would pay. The newest 2,000 lines; nothing is kept.
 */
export async function tryReturnsDraft(
  context: Context,
  { body: { weeks } }: RouteChecked<typeof routes.try>,
): Promise<RouteAnswer<typeof routes.try>> {
  const { transaction, client, services, now } = context
  const [before, after] = [
    await bookOrDraft(transaction, client, { draft: false, services }),
    await bookOrDraft(transaction, client, { draft: true, services }),
  ]
  const titleOf = reasonTitler(after)
  const asked = await askedSince(context, addDays(dayOf(now), -7 * weeks))
  const [one, other] = [NOTHING(), NOTHING()]
  const moves: RouteAnswer<typeof routes.try>['moves'] = []
  let [lines, changed] = [0, 0]
  const numbers = [...new Set(asked.slice(0, MAX_LINES).map(({ order_number }) => order_number))]
  const askedOf = Map.groupBy(asked.slice(0, MAX_LINES), ({ order_number }) => order_number)
  for (let from = 0; from < numbers.length; from += AT_A_TIME) {
    const known = await loadReturnOrders(transaction, client, { numbers: numbers.slice(from, from + AT_A_TIME), now })
    for (const { order, facts } of known) {
      for (const row of askedOf.get(order.orderNumber) ?? []) {
        const pair = decideTwice({ order, facts }, row, [before, after])
        if (!pair) continue
        const [was, is] = pair
        tally(one, was)
        tally(other, is)
        lines++
        if (!isOtherForRetailer(was, is)) continue
        changed++
        if (moves.length < MAX_MOVES)
          moves.push({
            orderNumber: order.orderNumber,
            lineNumber: was.lines[0]?.lineNumber ?? 0,
            SKU: row.sku_code,
            reason: titleOf(row.reason_code),
            day: dayOf(row.at),
            before: outcomeText(was),
            after: outcomeText(is),
          })
      }
      if (isTurnUsedUp()) await nextTurn()
    }
  }
  return {
    weeks,
    lines,
    hasMore: asked.length > MAX_LINES,
    changed,
    before: presentSide(one),
    after: presentSide(other),
    currency: await currencyOf(transaction, client),
    moves,
  }
}

/** Gives what a book calls a reason code; one that it has not is its own title. */
function reasonTitler({ book: { reasons } }: CompiledReturnsBook): (code: string) => string {
  const titles = new Map(reasons.map(({ code, title }) => [code.toLowerCase(), title]))
  return (code) => titles.get(code.toLowerCase()) ?? code
}

/** What was asked, decided by two books as it was when it was asked: nothing had come back, and no later return was there. */
function decideTwice(
  { order, facts }: Pick<KnownOrder, 'order' | 'facts'>,
  row: Asked,
  [before, after]: readonly [CompiledReturnsBook, CompiledReturnsBook],
): [ReturnDecision, ReturnDecision] | undefined {
  const line = order.lines.find(({ sku }) => sku === row.sku_code)
  if (!line) return undefined
  const quantity = Math.min(row.quantity, line.quantity)
  const asked = { lines: [{ lineNumber: line.lineNumber, quantity, reason: row.reason_code }] }
  const then = { ...facts, lines: [], earlierReturns: facts.earlierReturns.filter((day) => day < dayOf(row.at)) }
  const decide = (book: CompiledReturnsBook) => decideReturn(order, then, asked, book, row.at)
  return [decide(before), decide(after)]
}

function tally(side: Side, { lines, fee, parcels }: ReturnDecision): void {
  for (const { answer } of lines) side[answer]++
  side.fees += fee
  for (const { options } of parcels) {
    const [cheapest] = options
    if (cheapest) side.retailerPays += cheapest.cost - cheapest.shopperPays
  }
}

const presentSide = ({ fees, retailerPays, ...counts }: Side) => ({
  ...counts,
  fees: costText(fees),
  retailerPays: costText(retailerPays),
})

function outcomeText({ lines, fee, parcels }: ReturnDecision): string {
  const [line] = lines
  if (!line) return ''
  const parts = [ANSWER_TITLES[line.answer]]
  if (line.answer === 'allowed') {
    if (line.keep) parts.push('kept by the shopper')
    if (fee > 0) parts.push(`fee ${costText(fee)}`)
    const [cheapest] = parcels[0]?.options ?? []
    if (cheapest && cheapest.shopperPays > 0) parts.push(`postage ${costText(cheapest.shopperPays)}`)
  }
  return parts.join(', ')
}

/** What was asked to come back since a day: each SKU of a return once, when it was first told of. */
function askedSince({ transaction, client }: Context, since: string): Promise<Asked[]> {
  return transaction.rows(
    sql<Asked>`
      select order_number, sku_code, max(quantity)::int as quantity, max(reason_code) as reason_code, min(occurred_at) as at
      from return_events
      where client_code = ${client} and occurred_at >= ${startOfDay(since)}
      group by order_number, return_reference, sku_code
      order by at desc limit ${MAX_LINES + 1}`.compile(db),
  )
}
