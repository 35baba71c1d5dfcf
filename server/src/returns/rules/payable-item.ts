import type { ReturnsItemChange } from '@despatch/domain/returns/rules/returns-book-items'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Context } from '../../http/context.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'

/** Gives a change. Throws an AppError (400) where its fee or price is finer than the client's currency: shoppers pay it as it is. */
export async function payable(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  change: ReturnsItemChange,
): Promise<ReturnsItemChange> {
  if (change.content === null) return change
  if (change.kind === 'option')
    refuseExcessDecimals('price', change.content.price, await currencyOf(transaction, client))
  if (change.kind === 'rule')
    refuseExcessDecimals('outcomes.fee', change.content.outcomes.fee ?? '', await currencyOf(transaction, client))
  return change
}
