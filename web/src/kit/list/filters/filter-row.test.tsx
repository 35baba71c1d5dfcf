import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/open-portal.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterRow } from './filter-row.tsx'
import { SwitchChip } from './switch-chip.tsx'

function Page() {
  const [carrier, setCarrier] = useState('DPD')
  const [isLate, setLate] = useState(false)
  return (
    <FilterRow isNarrowed={carrier !== '' || isLate} onClear={() => (setCarrier(''), setLate(false))}>
      <FilterChip
        name="Carrier"
        value={carrier}
        editor={(close) => <button onClick={() => (close(), setCarrier('Evri'))}>Evri</button>}
        onRemove={() => setCarrier('')}
      />
      <SwitchChip name="Late" isOn={isLate} onSwitch={setLate} />
    </FilterRow>
  )
}
const filter = () => screen.findByRole('button', { name: 'Filter' })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('one button has all filters in its menu, to find by typing', async () => {
  const { user } = await openScreen('/home', {}, Page)
  await user.click(await filter())
  await waitFor(() => expect(options()).toEqual(['Carrier', 'Late']))
  await user.type(screen.getByRole('textbox', { name: 'Find a filter' }), 'la')
  expect(options()).toEqual(['Late'])
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Remove Late' })
})

test('a filter of the menu opens its editor, and the focus comes back', async () => {
  const { user } = await openScreen('/home', {}, Page)
  await user.click(await screen.findByRole('button', { name: 'Remove Carrier: DPD' }))
  await user.click(await filter())
  await user.click(await screen.findByRole('option', { name: 'Carrier' }))
  await user.click(await screen.findByRole('button', { name: 'Evri' }))
  await screen.findByRole('button', { name: 'Remove Carrier: Evri' })
  await waitFor(async () => expect(document.activeElement).toBe(await filter()))
})

test('filters that are off are hidden, and all are cleared at once', async () => {
  const { user } = await openScreen('/home', {}, Page)
  const chips = () => [...document.querySelectorAll('[data-chip][data-on]')].map((chip) => chip.textContent)
  await filter()
  expect(chips()).toEqual(['Carrier: DPD'])
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(chips()).toEqual([]))
  expect(document.activeElement).toBe(await filter())
})
