import type { claims } from '@despatch/contract/claims/claims'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatMoney } from '@despatch/domain/money/money'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'

/** Sums of claims of a carrier, client, cause and currency. */
export type ClaimFigure = RouteAnswer<typeof claims.figures>['rows'][number]

const AMOUNTS = ['claimed', 'accepted', 'refused', 'paid', 'missedAmount', 'goods', 'missedGoods'] as const
export type ClaimAmount = (typeof AMOUNTS)[number]
export type ClaimCount = 'claims' | 'acceptedClaims' | 'refusedClaims' | 'paidClaims' | 'missed'

export const isAmount = (of: ClaimAmount | ClaimCount): of is ClaimAmount => AMOUNTS.some((one) => one === of)

/** The sum of an amount of one currency, as decimal text. */
export const sumAmount = (rows: readonly ClaimFigure[], name: ClaimAmount): string =>
  costText(rows.reduce((sum, row) => sum + costOfText(row[name] ?? '0'), 0))

/** '£1,250.00': the sum of an amount. */
export const amountOf = (rows: readonly ClaimFigure[], name: ClaimAmount, currency: string): string =>
  formatMoney(sumAmount(rows, name), currency)

/** The sum of a count. */
export const countOf = (rows: readonly ClaimFigure[], name: ClaimCount): number =>
  rows.reduce((sum, row) => sum + row[name], 0)
