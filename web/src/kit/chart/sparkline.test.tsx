import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Sparkline } from './sparkline.tsx'

const drawn = (points: (number | null)[]) => {
  render(<Sparkline points={points} label="Orders, last 13 weeks" />)
  return screen.queryByRole('img', { name: 'Orders, last 13 weeks' })
}

test('a sparkline runs from the lowest to the highest value and marks the last point', () => {
  const line = drawn([0, 10, 5])
  expect(line?.querySelector('path')?.getAttribute('d')).toBe('M4.0 24.0L48.0 4.0L92.0 14.0')
  expect(line?.querySelector('circle')?.getAttribute('cx')).toBe('92')
})

test('a missing value is a gap beside which a point is a dot, and the last known point is marked', () => {
  const line = drawn([0, null, 10, 5, null])
  expect(line?.querySelector('path')?.getAttribute('d')).toBe('M4.0 24.0h0M48.0 4.0L70.0 14.0')
  expect(line?.querySelector('circle')?.getAttribute('cx')).toBe('70')
})

test('one value is no line', () => expect(drawn([null, 4, null])).toBeNull())
