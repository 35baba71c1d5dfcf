import type { BookContents } from '@despatch/domain/routing/rule-book/book-items'
import { itemInForce, type ItemInForce } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

export type MethodInForce = ItemInForce<'method'> & {
  /** The method's carrier. */
  carrier: BookContents['carrier']
}

/** Loads a current method with its carrier. Throws an AppError (404) if the client has no method with this id. */
export async function loadMethod(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  id: string,
): Promise<MethodInForce> {
  const method = await itemInForce(transaction, client, 'method', id)
  const carrier = method && (await itemInForce(transaction, client, 'carrier', method.content.carrier))
  if (!method || !carrier) throw new AppError('not_found', `${client} has no method ${id}. It may have been deleted.`)
  return { ...method, carrier: carrier.content }
}

/** A method's name in the history: 'DPD Next Day (DPD-ND)'. */
export const methodName = ({ key, content, carrier }: MethodInForce) =>
  `${carrier.name} ${content.carrierService} (${key})`
