import type { Context } from '../../http/context.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'

/**
 * Returns a customer reference in the spelling that the caller's orders use, so that all lookups find the same order.
 */
export function toStoredReference(
  { transaction, clients }: Pick<Context, 'transaction' | 'clients'>,
  reference: string,
): Promise<string> {
  return findStoredOrderNumber(transaction, clients, reference)
}
