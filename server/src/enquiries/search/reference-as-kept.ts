import type { Context } from '../../http/context.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'

/** A customer reference, in any case, as orders of the caller's have it. All lookups of one reference are then of the same order. */
export function referenceAsKept(
  { transaction, clients }: Pick<Context, 'transaction' | 'clients'>,
  reference: string,
): Promise<string> {
  return findStoredOrderNumber(transaction, clients, reference)
}
