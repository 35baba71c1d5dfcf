import type { BookContents } from '@despatch/domain/routing/rule-book/book-items'
import { itemInForce, type KeptItem } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

export type KeptMethod = KeptItem<'method'> & {
  /** Of its carrier. */
  carrier: BookContents['carrier']
}

/** A method of the client's rule book as it is in force. Throws an AppError (404) where the client has none of this id. */
export async function keptMethod(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  id: string,
): Promise<KeptMethod> {
  const method = await itemInForce(transaction, client, 'method', id)
  const carrier = method && (await itemInForce(transaction, client, 'carrier', method.content.carrier))
  if (!method || !carrier)
    throw new AppError('not_found', `${client} has no method ${id}. It may have been ended meanwhile.`)
  return { ...method, carrier: carrier.content }
}

/** What a method is called in the history: 'DPD Next Day (DPD-ND)'. */
export const methodName = ({ key, content, carrier }: KeptMethod) =>
  `${carrier.name} ${content.carrierService} (${key})`
