import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CountField, FigureField, MoneyField } from './number-fields.tsx'

/** One field and its output. */
function Page({ kind, value: first }: { readonly kind: string; readonly value: string }) {
  const [value, setValue] = useState<number | string>(first)
  const fieldProps = { label: 'Field', value }
  return (
    <>
      {kind === 'count' && <CountField {...fieldProps} onChange={setValue} />}
      {kind === 'count as text' && <CountField isText {...fieldProps} onChange={setValue} />}
      {kind === 'figure' && <FigureField {...fieldProps} decimals={3} onChange={setValue} />}
      {kind === 'figure as text' && <FigureField isText {...fieldProps} decimals={3} onChange={setValue} />}
      {kind === 'price' && <MoneyField {...fieldProps} currency="GBP" decimals={4} onChange={setValue} />}
      {/^[A-Z]{3}$/.test(kind) && <MoneyField {...fieldProps} currency={kind} onChange={setValue} />}
      <button type="button">Elsewhere</button>
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
function open(kind: string, value = '') {
  render(
    <MantineProvider env="test">
      <Page kind={kind} value={value} />
    </MantineProvider>,
  )
  return userEvent.setup({ delay: null })
}
const field = () => screen.getByLabelText<HTMLInputElement>('Field')
const output = () => JSON.parse(screen.getByRole('status').textContent) as unknown

const COUNT = 'Write a whole number in digits alone, like 2000'
const MONEY = 'An amount looks like 12.50'

test.each([
  ['count', '2,000', 2000],
  ['count', '+5', 5],
  ['count', '２０', 20],
  ['count', '-5', -5],
  ['count as text', '2 000', '2000'],
  ['figure', '.5', 0.5],
  ['figure', '2.500', 2.5],
  ['figure as text', '+5', '5'],
  ['figure as text', '٥.٥', '5.5'],
  ['price', '0.125', '0.125'],
  ['price', '£1,250.5', '1250.50'],
  ['GBP', '1,250', '1250.00'],
  ['EUR', '€ 4.50', '4.50'],
  ['USD', '$5', '5.00'],
  ['SEK', '5 kr', '5.00'],
  ['JPY', '¥1,250', '1250.00'],
])('a %s field reads %j, typed or pasted', async (kind, text, expected) => {
  const user = open(kind)
  for (const enter of ['type', 'paste'] as const) {
    await user.clear(field())
    expect(output()).toBe('')
    if (enter === 'type') await user.type(field(), text)
    else {
      await user.click(field())
      await user.paste(text)
    }
    expect(field().value).toBe(text)
    expect(output()).toBe(expected)
    await user.tab()
    expect(field().getAttribute('aria-invalid')).not.toBe('true')
  }
})

test.each([
  ['count', '2.5', COUNT],
  ['count', '2.000', COUNT],
  ['count', '5.', COUNT],
  ['count', '5 pcs', COUNT],
  ['count as text', '1e3', COUNT],
  ['figure', '2,500', 'Write 2500 or 2.500'],
  ['figure', '2kg', 'A number looks like 12.5'],
  ['price', '1,2500', 'Write 1.2500'],
  ['GBP', '12,50', 'Write 12.50'],
  ['GBP', '1.250', 'Write 1250 or 1.25'],
  ['EUR', '£4.50', MONEY],
  ['KWD', '1,250', 'Write 1250 or 1.250'],
  ['JPY', '1250.5', 'An amount looks like 1250'],
])('a %s field refuses %j with a message, and does not change the text', async (kind, text, words) => {
  const user = open(kind)
  for (const enter of ['type', 'paste'] as const) {
    await user.clear(field())
    if (enter === 'type') await user.type(field(), text)
    else {
      await user.click(field())
      await user.paste(text)
    }
    await user.tab()
    await screen.findByText(words)
    expect(field().value).toBe(text)
    expect(output()).toBe(text)
  }
})

test.each([
  ['JPY', '1250.00', '1250'],
  ['KRW', '500.00', '500'],
  ['KWD', '1250.00', '1250.000'],
  ['GBP', '1250.00', '1250.00'],
  ['price', '0.125', '0.125'],
  ['price', '4.5000', '4.50'],
])('a %s field shows the server’s amount %s as %s, without an error', (kind, value, shown) => {
  open(kind, value)
  expect(field().value).toBe(shown)
  expect(field().hasAttribute('data-refused')).toBe(false)
})
