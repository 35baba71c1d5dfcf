import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { DotWhisker } from './dot-whisker.tsx'
import { HeatTable } from './heat-table.tsx'
import { MiniLines } from './mini-lines.tsx'
import { stepOf } from './steps.ts'

const show = (picture: ReactNode) => render(<MantineProvider>{picture}</MantineProvider>)
const whisker = (name: string, share: number, of: number) => ({
  name,
  share,
  low: share - 0.02,
  high: share + 0.02,
  of,
  text: `${share * 100}%`,
  detail: `${share * 100}% of ${of}`,
})

test('a dot stands on an axis that begins where the data do; too few cases have none', () => {
  const onOpen = vi.fn<(index: number) => void>()
  show(<DotWhisker label="On time" rows={[whisker('DPD', 0.9, 100), whisker('EVRI', 0.5, 29)]} onOpen={onOpen} />)
  const [known, few] = screen.getAllByRole('button')
  expect(known?.querySelector('[style*="left: 50%"]')).not.toBeNull()
  expect(known?.textContent).toContain('90%')
  expect(few?.textContent).toBe('EVRItoo few')
  few?.click()
  expect(onOpen).toHaveBeenCalledWith(1)
})

test('small lines share one axis and leave out periods with too few cases', () => {
  const points = (...hits: number[]) => hits.map((one) => ({ hits: one, of: 100 }))
  show(
    <MiniLines
      label="On time"
      period="1 Jan – 8 Jan"
      lines={[
        {
          name: 'DPD',
          text: '95%',
          points: [...points(90, 100, 95), { hits: 0, of: 29 }],
          target: { share: 0.95, text: 'target 95%' },
        },
        { name: 'EVRI', text: '50%', points: [...points(50, 60), { hits: 1, of: 2 }] },
      ]}
      onOpen={() => {}}
    />,
  )
  screen.getByText(/^All on one axis, 90–100%, 1 Jan – 8 Jan/)
  const lines = screen.getByRole('button', { name: 'DPD: 95%, target 95%' }).querySelectorAll('path')
  expect([...lines].map((line) => line.getAttribute('d'))).toEqual(['', 'M0 28.0H160', 'M0.0 56.0L53.3 0.0L106.7 28.0'])
  within(screen.getByRole('button', { name: 'EVRI: 50%' })).getByText('too few')
})

test('a shaded table has a button for each figure, and a named hole where there is none', () => {
  const onOpen = vi.fn<(row: number, column: number) => void>()
  show(
    <HeatTable
      label="Late"
      noun="Service"
      columns={['Mon', 'Tue']}
      missing="None promised"
      rows={[
        { name: 'Next Day', cells: [{ value: 1, text: '1%', detail: '1 of 100' }, undefined] },
        {
          name: 'Two Day',
          cells: [
            { value: 5, text: '5%' },
            { value: null, text: 'too few' },
          ],
        },
      ]}
      onOpen={onOpen}
    />,
  )
  const steps = screen.getAllByRole('button').map((button) => button.style.background)
  expect(steps).toEqual(['var(--step-1)', 'var(--step-5)', ''])
  screen.getByRole('img', { name: 'None promised' })
  screen.getByRole('button', { name: 'Two Day, Mon: 5%' }).click()
  expect(onOpen).toHaveBeenCalledWith(1, 0)
  screen.getByRole('button', { name: 'Next Day, Mon: 1 of 100' })
})

test('arrow keys move through a picture, and up and down in a table by rows', async () => {
  const user = userEvent.setup()
  const cells = [
    { value: 1, text: '1%' },
    { value: 2, text: '2%' },
  ]
  show(
    <HeatTable
      label="Late"
      noun="Service"
      columns={['Mon', 'Tue']}
      missing="None"
      textOf={(value) => `${value}%`}
      rows={['Next Day', 'Two Day'].map((name) => ({ name, cells }))}
      onOpen={() => {}}
    />,
  )
  screen.getByText(/^1%\s+2%$/)
  screen.getByRole('button', { name: 'Next Day, Mon: 1%' }).focus()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('Next Day, Tue: 2%')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Two Day, Tue: 2%')
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp}')
  expect(focused()).toBe('Next Day, Tue: 2%')
})

test.each([
  [0, 0, 10, 1],
  [1.9, 0, 10, 1],
  [2, 0, 10, 2],
  [10, 0, 10, 5],
  [3, 3, 3, 1],
])('the step of %d between %d and %d is %d', (value, low, high, step) => expect(stepOf(value, low, high)).toBe(step))
