import { clients } from '@despatch/contract/administration/clients/clients'
import { orders } from '@despatch/contract/orders/orders'
import { stock } from '@despatch/contract/stock/stock'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const save = () => screen.getByRole('button', { name: 'Create order' })

/** A form that is complete except for its line. */
async function openForm() {
  const server = openServer()
  const lamp = { Code: 'LAMP-1', Item_Description: 'Desk lamp', unitValue: '12.35', isUnknownSku: false }
  server.answer(clients.params, ({ body: { clientCode } }) => ({ clientCode, params: DEFAULT_CLIENT_PARAMS }))
  server.answer(clients.daysOff, { days: [] })
  server.answer(orders.nextCustomerReference, () => ({ CustomerOrderRef: 'ACME-100001' }))
  server.answer(stock.searchSku, { rows: [lamp], total: 1 })
  server.answer(stock.availableStock, { refusesShort: false, rows: [{ sku: 'LAMP-1', available: null }] })
  server.answer(orders.create, {
    message: 'Data added successfully.',
    orderNumber: 'ACME-100001',
    version: 1,
    routing: { consignments: [], exception: null },
  })
  const { user } = await openScreen('/order-management/create-new-order')
  await waitFor(() => expect(field('Order reference').value).toBe('ACME-100001'))
  for (const [name, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', 'ada@example.com'],
    ['Postcode', 'SW1Y 4JH'],
    ['Address line 1', '12 St James Square'],
    ['SKU of line 1', 'LAMP-1'],
  ] as const)
    fireEvent.change(field(name), { target: { value } })
  return { user, created: () => server.callsTo(orders.create).map(({ body }) => body.items?.[0]) }
}

const byKeys = async (user: UserEvent, name: string, text: string) => {
  await user.clear(field(name))
  if (text) await user.type(field(name), text)
}
const byPaste = async (user: UserEvent, name: string, text: string) => {
  await user.clear(field(name))
  await user.click(field(name))
  await user.paste(text)
}

test.each([
  ['Quantity of line 1', '2,000', { quantity: 2000 }],
  ['Quantity of line 1', '12 000', { quantity: 12_000 }],
  ['Quantity of line 1', '5', { quantity: 5 }],
  ['Value of line 1', '1,250', { totalValue: '1250.00' }],
  ['Value of line 1', '£0.99', { totalValue: '0.99' }],
] as const)('%s typed or pasted as %j is sent unchanged', async (name, text, item) => {
  const { user, created } = await openForm()
  await byKeys(user, name, text)
  await user.tab()
  await byPaste(user, name, text)
  await user.click(save())
  await waitFor(() => expect(created()).toEqual([expect.objectContaining(item)]))
})

test.each([
  ['Quantity of line 1', '1,5', 'Write a whole number in digits alone, like 2000'],
  ['Quantity of line 1', '2.000', 'Write a whole number in digits alone, like 2000'],
  ['Quantity of line 1', '1e3', 'Write a whole number in digits alone, like 2000'],
  ['Quantity of line 1', '3x', 'Write a whole number in digits alone, like 2000'],
  ['Quantity of line 1', '', 'Quantity is a whole number'],
  ['Value of line 1', '12,50', 'Write 12.50'],
  ['Value of line 1', '0,99', 'Write 0.99'],
  ['Value of line 1', '1.250', 'Write 1250 or 1.25'],
] as const)('%s typed as %j is refused and stays in the field', async (name, text, words) => {
  const { user, created } = await openForm()
  for (const enter of [byKeys, byPaste]) {
    await enter(user, name, text)
    await user.keyboard('{Control>}s{/Control}')
    // At its field, and once the form was refused above the form too.
    await screen.findAllByText(words)
    await user.tab()
    expect(field(name).value).toBe(text)
  }
  expect(created()).toEqual([])
})

test('an emptied quantity stays empty, and typing 5 makes it 5', async () => {
  const { user } = await openForm()
  await byKeys(user, 'Quantity of line 1', '')
  expect(field('Quantity of line 1').value).toBe('')
  await user.type(field('Quantity of line 1'), '5')
  expect(field('Quantity of line 1').value).toBe('5')
})
