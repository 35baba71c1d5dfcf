import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../testing/open-portal.tsx'
import { BarsFigure } from './bars-figure.tsx'

const FIGURES = { columns: ['Day', 'Parcels'], rows: [['Monday', '0']] }
const days = (...values: number[]) => values.map((value, at) => ({ name: `Day ${at + 1}`, value }))

test.each([
  ['nothing at all', days(), true],
  ['nothing in any of them', days(0, 0, 0), true],
  ['something in one', days(0, 4, 0), false],
  ['nothing now, and something before', [{ name: 'Day 1', value: 0, before: 7 }], false],
  ['a figure in words', [{ name: 'DPD', value: 0, label: '0 of 62' }], false],
])('bars of %s: whether there is anything to show', async (_, bars, isNothing) => {
  await openScreen('/home', {}, () => (
    <BarsFigure title="Parcels by day" definition="Counted." bars={bars} figures={FIGURES} direction="up" />
  ))
  const figure = await screen.findByRole('region', { name: 'Parcels by day' })
  expect(within(figure).queryByText('Nothing to show.') !== null).toBe(isNothing)
})
