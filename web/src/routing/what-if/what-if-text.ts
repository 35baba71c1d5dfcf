import type { FieldProblem } from '@despatch/contract/route/problem'
import { formatMoney, moneyText, parseMoney } from '@despatch/domain/money/money'

/** A change of cost: '+£4.00 (+26.7%)'. */
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

/** A consignment's cost on one side; a routing exception costs nothing. */
export const sideCost = (method: string | null, cost: string, currency: string) =>
  method === null ? 'no cost: routing exception' : formatMoney(cost, currency)

/** A consignment's change of cost; empty if either side is a routing exception. */
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

/** A method's id, or 'Routing exception'. */
export const routeEnd = (method: string | null) => method ?? 'Routing exception'

/** Converts problem paths of the call into paths of the form: they lead through the draft's body. */
export function problemsOfForm(fields: readonly FieldProblem[]): FieldProblem[] {
  return fields.map(({ path, message }) => ({ path: path.replace(/^draft\.(?:\d+\.)?body\./, ''), message }))
}
