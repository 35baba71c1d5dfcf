import type { Context } from '../../http/context.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'

/** A handler on one order, which its caller may number in any case. */
export function asKept<Input extends { body: { orderNumber: string } }, Answer>(
  handler: (context: Context, input: Input) => Promise<Answer>,
): (context: Context, input: Input) => Promise<Answer> {
  return async (context, input) => {
    const orderNumber = await findStoredOrderNumber(context.transaction, [context.client], input.body.orderNumber)
    return handler(context, { ...input, body: { ...input.body, orderNumber } })
  }
}
