import type { ReturnsItemChange } from '@despatch/domain/returns/rules/returns-book-items'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Context } from '../../http/context.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'

/**
 * Returns a change if shoppers can pay its fee or price exactly.
 *
 * @throws AppError 400 if the amount is finer than the client's currency
 */
export async function checkPayable(
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
