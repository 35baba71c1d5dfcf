import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../../testing/open-portal.tsx'
import { noteServerTime } from '../../browser/clock.ts'
import { DayField } from './day-field.tsx'

/** Two days and a Save button, as in the form of an agreed charge. */
async function openDays() {
  function Page() {
    const [from, setFrom] = useState('')
    const [to, setTo] = useState('')
    return (
      <>
        <DayField label="First day" value={from} onChange={setFrom} />
        <DayField label="Last day" value={to} onChange={setTo} />
        <button type="button">Save</button>
        <output>{`${from} to ${to}`}</output>
      </>
    )
  }
  const { user } = await openScreen('/home', {}, Page)
  const field = await screen.findByLabelText<HTMLInputElement>('First day')
  return { user, field }
}

const calendar = () => document.querySelector('[data-dates-dropdown]')

test('Tab goes through days to the next control without opening a calendar', async () => {
  const { user, field } = await openDays()
  field.focus()
  expect(calendar()).toBeNull()
  await user.keyboard('5 Jan 2026')
  expect(calendar()).toBeNull()
  await user.tab()
  expect(calendar()).toBeNull()
  await user.keyboard('7/1/26')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Save')
  expect(calendar()).toBeNull()
  screen.getByText('2026-01-05 to 2026-01-07')
})

test('a click or down arrow opens the calendar; a day, Escape or Tab closes it', async () => {
  const { user, field } = await openDays()
  await user.click(field)
  expect(calendar()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(calendar()).toBeNull()
  await user.keyboard('{ArrowDown}')
  expect(calendar()).not.toBeNull()
  await user.tab()
  expect(calendar()).toBeNull()

  await user.click(field)
  await user.keyboard('5 Jan 2026')
  await user.click(screen.getByRole('button', { name: '8 January 2026' }))
  expect(calendar()).toBeNull()
  screen.getByText('2026-01-08 to')
  expect(field.value).toBe('8 Jan 2026')
})

test('the calendar opens at the month of the server’s clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00:00Z') })
  onTestFinished(() => {
    noteServerTime(new Date().toUTCString())
    vi.useRealTimers()
  })
  noteServerTime('Sat, 02 Jan 2027 12:00:00 GMT')
  const { user, field } = await openDays()
  await user.click(field)
  await screen.findByText('January 2027')
})
