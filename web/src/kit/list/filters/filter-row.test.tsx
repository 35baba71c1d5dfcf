import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../testing/open-portal.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterRow } from './filter-row.tsx'

function Page() {
  const [carrier, setCarrier] = useState('DPD')
  return (
    <FilterRow isNarrowed={carrier !== ''} onClear={() => setCarrier('')}>
      <FilterChip name="Status" value="New" onRemove={() => undefined} />
      <FilterChip name="Carrier" value={carrier} onRemove={() => setCarrier('')} />
    </FilterRow>
  )
}
const width = (isNarrow: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isNarrow && query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

test('in a narrow window, one button hides the filters and counts those that are on', async () => {
  width(true)
  const { user } = await openScreen('/home', {}, Page)
  const button = await screen.findByRole('button', { name: 'Filters (2)' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull()
  await user.click(button)
  expect(screen.getByRole('group', { name: 'Filters' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove Carrier: DPD' }))
  expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeTruthy()
})

test('in a wide window, the filters are shown in a row', async () => {
  width(false)
  await openScreen('/home', {}, Page)
  await screen.findByRole('group', { name: 'Filters' })
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull()
})

test('with many filters, rarely used ones are hidden unless they are on', async () => {
  width(false)
  const Many = () => (
    <FilterRow isNarrowed onClear={() => undefined}>
      {Array.from({ length: 12 }, (_, index) => (
        <FilterChip
          key={index}
          name={`Filter ${index + 1}`}
          value={index === 11 ? 'set' : ''}
          onRemove={() => undefined}
        />
      ))}
    </FilterRow>
  )
  const { user } = await openScreen('/home', {}, Many)
  const group = await screen.findByRole('group', { name: 'Filters' })
  expect(group.hasAttribute('data-some')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'More filters', expanded: false }))
  expect(group.hasAttribute('data-some')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Fewer filters', expanded: true }))
  expect(group.hasAttribute('data-some')).toBe(true)
})
