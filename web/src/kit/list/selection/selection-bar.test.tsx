import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SelectionBar } from './selection-bar.tsx'

test.each([
  [{ selected: 3, hidden: 0 }, '3 orders selected'],
  [{ selected: 3, hidden: 2 }, '3 orders selected, 2 of them not on this page'],
  [{ selected: 3, hidden: 3 }, '3 orders selected, none of them on this page'],
  [{ selected: 1, hidden: 1 }, '1 order selected, not on this page'],
  [{ selected: 120, hidden: 70, isAll: true }, 'All 120 orders that match selected'],
])('the bar says what of a selection is hidden: %j', (counts, text) => {
  render(
    <MantineProvider>
      <SelectionBar {...counts} total={120} noun={['order', 'orders']} onClear={() => undefined}>
        <button>Release</button>
      </SelectionBar>
    </MantineProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe(text)
})
