import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'

/** A valid body of POST /api/orders/create for an existing SKU. */
export function orderBody(options: Partial<CreateOrderInput> & { SKU: string }): CreateOrderInput {
  const { SKU, ...rest } = options
  return {
    orderNo: `T-${Math.random().toString(36).slice(2, 10)}`,
    customerFirstName: 'Ada',
    customerLastName: 'Lovelace',
    email: 'ada@example.com',
    addressLine1: '12 St James Square',
    postCode: 'SW1Y 4JH',
    items: [{ SKU, quantity: 2 }],
    ...rest,
  }
}
