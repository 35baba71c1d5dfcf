import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'

/** A body that POST /api/orders/create takes, for a SKU that the client has. */
export function orderBody(given: Partial<CreateOrderInput> & { SKU: string }): CreateOrderInput {
  const { SKU, ...rest } = given
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
