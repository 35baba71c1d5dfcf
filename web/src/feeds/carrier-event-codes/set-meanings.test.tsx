import type { EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const codeOf = (code: string, part: Partial<EventCode> = {}): EventCode => ({
  carrier: 'Stork',
  code,
  state: 'unknown',
  reason: '',
  description: '',
  version: 0,
  changedAt: null,
  changedBy: '',
  events: 3,
  firstAt: null,
  lastAt: null,
  said: `Said of ${code}`,
  ...part,
})
const CODES = [
  codeOf('A1'),
  codeOf('A2', { version: 4, state: 'in_transit', description: 'Own words', reason: 'Fog' }),
  codeOf('A3'),
]

test('one meaning is saved for the selected codes; a refusal names its code', async () => {
  const server = openServer()
  server.answer(feeds.eventCodes, {
    codes: CODES,
    total: 3,
    unknown: { codes: 2, events: 6 },
    carriers: ['Stork'],
  })
  const { user } = await openScreen('/feeds/carrier-event-codes', { type: 'Internal Administrator' })
  const table = within(await screen.findByRole('table', { name: 'Carrier Event Codes' }))
  await table.findByText('A1')
  for (const row of table.getAllByRole('row').slice(1, 3)) await user.click(within(row).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Set meaning…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'One meaning for 2 codes' }))
  dialog.getByText('Stork A1, Stork A2')
  dialog.getByText('Choose a meaning.')
  await user.click(dialog.getByRole('combobox', { name: 'Means' }))
  await user.click(await screen.findByRole('option', { name: 'Delivered' }))
  server.answer(feeds.setEventCode, ({ body }) =>
    body.code === 'A2'
      ? refusal('version_conflict', 'Someone changed it meanwhile.')
      : { message: 'Saved', code: { version: 1, state: body.state } },
  )
  await user.click(dialog.getByRole('button', { name: 'Save 2 codes' }))
  await dialog.findByText('Saving stopped at Stork A2: Someone changed it meanwhile.')
  server.answer(feeds.setEventCode, ({ body }) => ({ message: 'Saved', code: { version: 1, state: body.state } }))
  await user.click(dialog.getByRole('button', { name: 'Save 2 codes' }))
  await waitFor(() => expect(server.callsTo(feeds.setEventCode)).toHaveLength(4))
  expect(server.callsTo(feeds.setEventCode).slice(2)).toMatchObject([
    { body: { code: 'A1', state: 'delivered', description: 'Said of A1', reason: '', version: 0 } },
    { body: { code: 'A2', state: 'delivered', description: 'Own words', reason: 'Fog', version: 4 } },
  ])
})
