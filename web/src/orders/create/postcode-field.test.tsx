import { clients } from '@despatch/contract/administration/clients/clients'
import { orders } from '@despatch/contract/orders/orders'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })

test('a postcode is required only for countries that use them', async () => {
  const server = openServer()
  server.answer(clients.params, ({ body: { clientCode } }) => ({ clientCode, params: DEFAULT_CLIENT_PARAMS }))
  server.answer(clients.daysOff, { days: [] })
  server.answer(orders.nextCustomerReference, () => ({ CustomerOrderRef: 'ACME-1' }))
  const { user } = await openScreen('/order-management/create-new-order')
  await waitFor(() => expect(field('Order reference').value).toBe('ACME-1'))
  await user.click(screen.getByRole('button', { name: 'Create order' }))
  await screen.findByRole('button', { name: 'Enter a postcode' })
  fireEvent.change(field('Country'), { target: { value: 'Hong Kong SAR China' } })
  await waitFor(() => expect(screen.queryByText('Enter a postcode')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Create order' }))
  await screen.findByRole('button', { name: 'Enter a first name' })
  expect(screen.queryByText('Enter a postcode')).toBeNull()
  expect(field(/^Postcode\s*optional$/)).toBeTruthy()
})
