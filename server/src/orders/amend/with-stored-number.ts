import type { Context } from '../../http/context.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'

/** Wraps a handler for one order so that it receives the order number in its stored spelling. */
export function withStoredNumber<Input extends { body: { orderNumber: string } }, Answer>(
  handler: (context: Context, input: Input) => Promise<Answer>,
): (context: Context, input: Input) => Promise<Answer> {
  return async (context, input) => {
    const orderNumber = await findStoredOrderNumber(context.transaction, [context.client], input.body.orderNumber)
    return handler(context, { ...input, body: { ...input.body, orderNumber } })
  }
}
