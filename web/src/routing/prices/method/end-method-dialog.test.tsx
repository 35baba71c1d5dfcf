import { prices } from '@despatch/contract/routing/prices/prices'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { refusal } from '../../../testing/fake-server.ts'
import { openScreen, openServer } from '../../../testing/open-portal.tsx'
import { EndMethodDialog } from './end-method-dialog.tsx'

test('ending a method that has prices needs a note', async () => {
  const server = openServer()
  const warning = 'No price any more: up to 10 parcels costs £4.00 now.'
  server.answer(prices.removeMethod, ({ query: { acknowledged } }) =>
    acknowledged
      ? { message: 'Data deleted successfully.', ruleBookVersion: 2, version: 2, warnings: [warning] }
      : refusal('unprocessable', `${warning} Save them with acknowledged: true.`, { acknowledged: warning }),
  )
  const method = { clientMethodID: 'RM-48', carrierName: 'Royal Mail', carrierService: '48' }
  const { user } = await openScreen('/end', {}, () => (
    <EndMethodDialog price={method} opened onClose={() => undefined} onEnded={() => undefined} />
  ))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete method RM-48?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete method' }))
  await dialog.findByText(warning)
  expect(dialog.queryByText(/acknowledged/), 'words for callers').toBeNull()
  const end = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete anyway' })
  expect(end.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Contract ends')
  await user.click(end)
  await screen.findByText('Data deleted successfully.')
  expect(server.callsTo(prices.removeMethod).map(({ query }) => query)).toEqual([
    { note: '', acknowledged: false },
    { note: 'Contract ends', acknowledged: true },
  ])
})

test('a new dialog does not show the warnings of a refused one', async () => {
  const server = openServer()
  const warning = 'No price any more: up to 10 parcels costs £4.00 now.'
  server.answer(prices.removeMethod, () =>
    refusal('unprocessable', `Check these prices: ${warning}`, { acknowledged: warning }),
  )
  function Screen() {
    const [id, setId] = useState<string>()
    const price = { clientMethodID: id ?? '', carrierName: 'Royal Mail', carrierService: '48' }
    return (
      <>
        <button onClick={() => setId('RM-48')}>First</button>
        <button onClick={() => setId('RM-24')}>Second</button>
        <EndMethodDialog
          price={price}
          opened={id !== undefined}
          onClose={() => setId(undefined)}
          onEnded={() => undefined}
        />
      </>
    )
  }
  const { user } = await openScreen('/end', {}, Screen)
  await user.click(await screen.findByRole('button', { name: 'First' }))
  await user.click(await screen.findByRole('button', { name: 'Delete method' }))
  await screen.findByRole('button', { name: 'Delete anyway' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const name of ['Second', 'First']) {
    await user.click(screen.getByRole('button', { name }))
    const end = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete method' })
    expect(end.disabled, name).toBe(false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})
