import type { FieldProblem } from '@despatch/contract/route/problem'
import { formatMoney, moneyText, parseMoney } from '@despatch/domain/money/money'

/** '+£4.00 (+26.7%)': what a change of cost comes to. */
export function costChange(before: string, after: string, currency: string): string {
  const [was, is] = [parseMoney(before), parseMoney(after)]
  const by = is - was
  if (by === 0n) return 'nothing'
  const sign = by > 0n ? '+' : '−'
  const size = formatMoney(moneyText(by > 0n ? by : -by), currency)
  if (was === 0n) return `${sign}${size}`
  const share = Math.abs(Number((by * 100_000n) / was) / 1000)
  return `${sign}${size} (${sign}${share.toFixed(1)}%)`
}

/** What a consignment costs on one side: nothing is paid for what nobody carries. */
export const sideCost = (method: string | null, cost: string, currency: string) =>
  method === null ? 'no cost: routing exception' : formatMoney(cost, currency)

/** The change of cost of a consignment; none where on a side nobody carries it, for then there is nothing to compare. */
export function moveChange(
  move: {
    from: string | null
    to: string | null
    costBefore: string
    costAfter: string
  },
  currency: string,
): string {
  return move.from === null || move.to === null ? '–' : costChange(move.costBefore, move.costAfter, currency)
}

/** A route's end in words: a method's id, or what it is to have none. */
export const routeEnd = (method: string | null) => method ?? 'Routing exception'

/** The problems of a draft with the paths that its form has: those of the whole call lead through the draft's body. */
export function problemsOfForm(fields: readonly FieldProblem[]): FieldProblem[] {
  return fields.map(({ path, message }) => ({ path: path.replace(/^draft\.(?:\d+\.)?body\./, ''), message }))
}
