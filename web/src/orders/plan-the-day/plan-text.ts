import type { ClientDayPlan, DayPlanAnswer } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { formatPrice, moneyText, parseMoney } from '@despatch/domain/money/money'

/** '£12.40' or '−£0.42'. */
export const savedText = (saved: string, currency: string): string =>
  saved.startsWith('-') ? `−${formatPrice(saved.slice(1), currency)}` : formatPrice(saved, currency)

export type PlanTotals = {
  readonly moved: number
  readonly placed: number
  readonly left: number
  /** By currency and payer of carriage. */
  readonly saved: readonly {
    readonly currency: string
    readonly paidBy: ClientDayPlan['paidBy']
    readonly saved: string
  }[]
}

/** The totals of the plans of all clients. */
export function planTotals({ clients }: DayPlanAnswer): PlanTotals {
  const sum = (of: (plan: ClientDayPlan) => number) => clients.reduce((all, plan) => all + of(plan), 0)
  const byPayer = Map.groupBy(clients, ({ currency, paidBy }) => `${currency} ${paidBy}`)
  return {
    moved: sum(({ moved }) => moved),
    placed: sum(({ placed }) => placed),
    left: sum(({ left }) => left),
    saved: [...byPayer.values()].flatMap((own) => {
      const [first] = own
      const saved = moneyText(own.reduce((all, plan) => all + parseMoney(plan.saved), 0n))
      return first ? [{ currency: first.currency, paidBy: first.paidBy, saved }] : []
    }),
  }
}

/** 'The operator saves £18.40, clients that pay at cost £2.10'. */
export const payersText = (saved: PlanTotals['saved']): string =>
  saved
    .map(({ currency, paidBy, saved: amount }) => {
      const payer = paidBy === 'operator' ? 'operator' : 'clients at cost'
      return `${payer} ${savedText(amount, currency)}`
    })
    .join(', ')
