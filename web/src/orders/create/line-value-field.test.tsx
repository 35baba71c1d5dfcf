import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { LineValueField } from './line-value-field.tsx'
import { BLANK_LINE } from './order-draft.ts'

function Page({ currency, price }: { readonly currency: string; readonly price: string }) {
  const [totalValue, setTotalValue] = useState('')
  return (
    <MantineProvider env="test">
      <LineValueField
        label="Value"
        line={{ ...BLANK_LINE, SKU: 'LAMP', quantity: 3, totalValue }}
        price={price}
        currency={currency}
        path="items.0.totalValue"
        onChange={setTotalValue}
        onBlur={() => undefined}
      />
      <output>{totalValue}</output>
    </MantineProvider>
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Value')

test.each([
  ['JPY', '1250.00', '3750'],
  ['JPY', '12.50', '37.50'],
  ['KRW', '500.00', '1500'],
  ['KWD', '1.25', '3.75'],
  ['GBP', '12.35', '37.05'],
])('in %s, a price of %s gives the valid value %s', (currency, price, shown) => {
  render(<Page currency={currency} price={price} />)
  expect([field().value, field().dataset['refused']]).toEqual([shown, undefined])
})

test('a line value has two decimals in every currency', async () => {
  render(<Page currency="KWD" price="1.25" />)
  const user = userEvent.setup({ delay: null })
  await user.clear(field())
  await user.type(field(), '1.250')
  await user.tab()
  await screen.findByText('Write 1250 or 1.25')
  await user.clear(field())
  await user.type(field(), 'KWD 1.25')
  expect(screen.getByRole('status').textContent).toBe('1.25')
})
