import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/open-portal.tsx'
import { RangeChip, numberRangeText } from './range-chip.tsx'

function Page() {
  const [range, setRange] = useState({ from: '', to: '' })
  return <RangeChip name="Weight" unit="kg" value={range} most={1000} onChange={setRange} />
}

test('a typed range is shown on its chip, and refused if its ends are swapped', async () => {
  const { user } = await openScreen('/home', {}, Page)
  await user.click(await screen.findByRole('button', { name: 'Weight' }))
  await user.type(await screen.findByLabelText('At least (kg)'), '10')
  await user.type(screen.getByLabelText('At most (kg)'), '5{Enter}')
  expect(await screen.findByText('The maximum is below the minimum')).toBeTruthy()
  await user.clear(screen.getByLabelText('At most (kg)'))
  await user.type(screen.getByLabelText('At most (kg)'), '25{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Remove Weight: 10 to 25 kg' }))
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

function ValuePage() {
  const [range, setRange] = useState({ from: '', to: '' })
  return <RangeChip name="Value" currency="GBP" value={range} most={1_000_000} onChange={setRange} />
}

test('a range of money accepts £1,250 and refuses the ambiguous 1.250', async () => {
  const { user } = await openScreen('/home', {}, ValuePage)
  await user.click(await screen.findByRole('button', { name: 'Value' }))
  await user.type(await screen.findByLabelText('At least'), '1.250{Enter}')
  await screen.findByText('Write 1250 or 1.25')
  await user.clear(screen.getByLabelText('At least'))
  await user.type(screen.getByLabelText('At least'), '£1,250{Enter}')
  await screen.findByRole('button', { name: 'Remove Value: from £1,250.00' })
})

test.each([
  [{ from: '', to: '' }, ''],
  [{ from: '5', to: '' }, 'from 5 kg'],
  [{ from: '', to: '5' }, 'up to 5 kg'],
])('%j reads %j', (range, text) => {
  expect(numberRangeText(range, 'kg')).toBe(text)
})
