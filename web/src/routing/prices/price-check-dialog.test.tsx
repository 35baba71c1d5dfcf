import type { Pricing } from '@despatch/domain/routing/prices/costing'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '../../kit/server/api-error.ts'
import { openScreen } from '../../testing/open-portal.tsx'
import { usePriceCheck } from './price-check-dialog.tsx'

const NOTHING = { incrementalCost: 0, incrementStart: 0, increment: 0 }
const priced = (pounds: number): Pricing => ({
  pricingMethod: 'By Parcel',
  primaryCosting: { ...NOTHING, baseCost: pounds * 10_000, fromParcel: 1, costingMatrix: [] },
  secondaryCosting: null,
})

/** A form whose button saves new prices instead of the current £4. */
async function openForm(pounds: number, holdsFrom?: string) {
  function Form() {
    const { look, dialog } = usePriceCheck('RM-48')
    const [saved, setSaved] = useState('Not saved')
    const save = () =>
      look(priced(4), priced(pounds), holdsFrom).then(
        (note) => setSaved(`Saved: ${note}`),
        (error: Error) => setSaved(error.name),
      )
    return (
      <>
        <button onClick={() => void save()}>Save</button>
        <p>{saved}</p>
        {dialog}
      </>
    )
  }
  const { user } = await openScreen('/form', {}, Form)
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  return user
}

test('prices with warnings are compared with current ones and need a note', async () => {
  const user = await openForm(1.8)
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these prices?' }))
  dialog.getByText('More than a quarter cheaper: up to 10 parcels goes from £4.00 to £1.80 (−55%).')
  expect(dialog.getByRole('table').textContent).toMatch(/up to 10 parcels£4\.00£1\.80−55%$/)
  dialog.getByText('Add a note to explain this change.')
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save anyway' })
  expect(save.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'New contract')
  await user.click(save)
  await screen.findByText('Saved: New contract')
})

test('a small change needs no note; continuing to edit saves nothing', async () => {
  const user = await openForm(4.2)
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these prices?' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }))
  await screen.findByText('AbortError')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Save prices' })).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Save prices' }))
  await screen.findByText(/^Saved:/)
})

test('prices from an earlier day warn about the past', async () => {
  await openForm(4.2, '2026-01-05')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these prices?' }))
  dialog.getByText(
    'It changes the past too: what was despatched from 5 Jan 2026 on is priced otherwise, and ‘Recalculate’ updates open rows of these days by it.',
  )
  expect(dialog.getByRole('table').textContent).toMatch(/5 Jan 2026up to 10 parcels£4\.00£4\.20\+5%$/)
})

test('unchanged prices are saved without asking', async () => {
  await openForm(4)
  await screen.findByText('Saved:')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('warnings known only to the server are shown before saving', async () => {
  const message = 'More than a quarter dearer: up to 10 parcels cost £3.50 when it last had a price.'
  const sent: unknown[] = []
  function Form() {
    const { publish, dialog } = usePriceCheck('RM-48')
    const save = () =>
      publish('', (said) => {
        sent.push(said)
        return said.acknowledged
          ? Promise.resolve()
          : Promise.reject(new ApiError(422, { message, fields: [{ path: 'acknowledged', message }] }))
      })
    return (
      <>
        <button onClick={() => void save()}>Save</button>
        {dialog}
      </>
    )
  }
  const { user } = await openScreen('/form', {}, Form)
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these prices?' }))
  dialog.getByText(message)
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save anyway' })
  expect(save.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Agreed')
  await user.click(save)
  await waitFor(() =>
    expect(sent).toEqual([
      { note: '', acknowledged: false },
      { note: 'Agreed', acknowledged: true },
    ]),
  )
})

test('an unsent note for one method does not appear for another', async () => {
  function Form({ id }: { readonly id: string }) {
    const { look, dialog } = usePriceCheck(id)
    return (
      <>
        <button onClick={() => void look(priced(4), priced(1.8)).catch(() => undefined)}>Save {id}</button>
        {dialog}
      </>
    )
  }
  const { user } = await openScreen('/form', {}, () => (
    <>
      <Form id="RM-48" />
      <Form id="DPD-1" />
    </>
  ))
  const noteOf = async (id: string) => {
    await user.click(await screen.findByRole('button', { name: `Save ${id}` }))
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Note/ })
  }
  const leave = async () => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.type(await noteOf('RM-48'), 'New contract')
  await leave()
  expect((await noteOf('DPD-1')).value).toBe('')
  await leave()
  expect((await noteOf('RM-48')).value).toBe('New contract')
})
