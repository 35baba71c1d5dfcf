import { cutOffs, type CutOffRow } from '@despatch/contract/routing/cut-offs/cut-offs'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { leftText } from './left-text.ts'

const ADDRESS = '/carrier-routing-control/carrier-capacity-setup/cut-offs'
const TIMES = '/carrier-routing-control/carrier-capacity-setup/despatch-times'
const DPD: CutOffRow = {
  carrier: 'DPD',
  carrierName: 'DPD UK',
  service: '',
  weekdays: ['16:00', '16:00', '16:00', '16:00', '15:30', null, null],
  exceptions: [{ day: '2026-12-24', time: '12:00' }],
  version: 3,
}
const CARRIERS = [{ carrier: 'DPD', carrierName: 'DPD UK', services: ['Parcel', 'Air'] }]
const ACME = { client: 'ACME', pickMinutes: 30, isSameDay: false, promisedBy: null, version: 0 }

async function open(address: string, rows: readonly CutOffRow[] = [DPD]) {
  const server = openServer()
  server.answer(cutOffs.list, { cutOffs: [...rows], carriers: CARRIERS, clients: [ACME] })
  return { ...(await openScreen(address, { type: 'Internal Administrator' })), server }
}

test('the cut-offs of a carrier are changed in a week, with other times on single days', async () => {
  const { user, server } = await open(ADDRESS)
  server.answer(cutOffs.save, { message: 'Data updated successfully.', version: 4 })
  const row = within(await screen.findByRole('row', { name: /DPD UK/ }))
  expect(row.getByText('24 Dec 2026 12:00')).toBeTruthy()
  await user.click(row.getByText('DPD UK'))
  const form = within(await screen.findByRole('form'))
  await user.clear(form.getByLabelText('Friday'))
  await user.type(form.getByLabelText('Friday'), '4pm')
  await user.click(form.getByRole('button', { name: 'Save cut-offs' }))
  expect(form.getAllByText(/A time looks like 16:00/).length).toBeGreaterThan(0)
  await user.clear(form.getByLabelText('Friday'))
  await user.click(form.getByRole('button', { name: 'Remove day 1' }))
  await user.click(form.getByRole('button', { name: 'Save cut-offs' }))
  await screen.findByText('Data updated successfully.')
  expect(server.callsTo(cutOffs.save).map(({ body }) => body)).toEqual([
    {
      carrier: 'DPD',
      service: '',
      weekdays: ['16:00', '16:00', '16:00', '16:00', null, null, null],
      exceptions: [],
      version: 3,
    },
  ])
})

test('cut-offs of a service are added, and those of a carrier deleted', async () => {
  const { user, server } = await open(ADDRESS)
  server.answer(cutOffs.save, { message: 'Saved.', version: 1 })
  server.answer(cutOffs.remove, { message: 'Deleted.' })
  await user.click(await screen.findByRole('button', { name: 'Add cut-offs' }))
  const form = within(await screen.findByRole('form'))
  await user.click(form.getByRole('combobox', { name: 'Carrier' }))
  await user.click(await screen.findByRole('option', { name: 'DPD UK' }))
  await user.click(form.getByRole('combobox', { name: 'Service' }))
  await user.click(await screen.findByRole('option', { name: 'Air' }))
  await user.type(form.getByLabelText('Monday'), '11:00')
  await user.click(form.getByRole('button', { name: 'Save cut-offs' }))
  await screen.findByText('Saved.')
  expect(server.callsTo(cutOffs.save)[0]?.body).toMatchObject({ carrier: 'DPD', service: 'Air', version: 0 })
  await user.click(within(await screen.findByRole('row', { name: /DPD UK/ })).getByText('DPD UK'))
  await user.click(await screen.findByRole('button', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete the cut-offs/ }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted.')
  expect(server.callsTo(cutOffs.remove)[0]?.query).toEqual({ carrier: 'DPD', service: '' })
})

test('the despatch times of a client are changed', async () => {
  const { user, server } = await open(TIMES)
  server.answer(cutOffs.saveTimes, { message: 'Saved.', version: 1 })
  await user.click(within(await screen.findByRole('row', { name: /ACME/ })).getByText('ACME'))
  const form = within(await screen.findByRole('form'))
  await user.click(form.getByRole('switch', { name: /^Same-day despatch/ }))
  await user.type(form.getByRole('textbox', { name: /Orders leave the same day/ }), '14:00')
  await user.click(form.getByRole('button', { name: 'Save despatch times' }))
  await screen.findByText('Saved.')
  expect(server.callsTo(cutOffs.saveTimes)[0]?.body).toEqual({
    client: 'ACME',
    pickMinutes: 30,
    isSameDay: true,
    promisedBy: '14:00',
    version: 0,
  })
})

test.each([
  ['2026-12-01T16:00:00Z', '2026-12-01T15:13:59Z', '47 min left'],
  ['2026-12-01T16:00:00Z', '2026-12-01T14:55:00Z', '1 h 05 min left'],
  ['2026-12-01T16:00:00Z', '2026-12-01T16:00:59Z', '0 min left'],
  ['2026-12-01T16:00:00Z', '2026-12-01T16:01:00Z', 'missed'],
])('until %s at %s: %s', (by, now, text) => {
  expect(leftText(by, Date.parse(now))).toBe(text)
})
