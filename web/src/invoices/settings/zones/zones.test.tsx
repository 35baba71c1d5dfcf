import { invoices } from '@despatch/contract/invoices/invoices'
import type { Zone } from '@despatch/contract/invoices/zones'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../../testing/open-portal.tsx'

const ok = { code: 200 } as const
const HIGH: Zone = {
  zoneID: '6',
  carrierCode: 'KES',
  code: 'HIGH',
  name: 'Highlands',
  countries: ['GB'],
  postcodes: ['IV', 'KA27-28'],
  from: '2026-01-01',
  to: '2026-03-31',
  version: 1,
  changedAt: '2026-02-27T09:00:00.000Z',
  changedBy: 'ada',
}
const ZONES: Zone[] = [
  { ...HIGH, zoneID: '7', name: 'Highlands and Moray', from: '2026-04-01', to: null },
  HIGH,
  { ...HIGH, zoneID: '8', carrierCode: 'OSP', code: '2B', name: 'Islands' },
]

async function openTab(tab: 'zones' | 'agreed', carriers: { code: string; name: string }[] = []) {
  const server = openServer()
  const pageInfo = { total: 0, page: 1, limit: 10 }
  server.answer(invoices.summary, { ...ok, summary: [], pageInfo })
  server.answer(invoices.carriers, { ...ok, carriers })
  server.answer(invoices.imports, { ...ok, imports: [], waiting: 0, pageInfo })
  server.answer(invoices.zones, { ...ok, zones: ZONES })
  server.answer(invoices.agreed, { ...ok, agreed: [], divisors: [] })
  const { user } = await openScreen(`/invoice-reconciliation?show=${tab}`, {
    type: 'Internal User',
    clients: ['ACME', 'BIRCH'],
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Matching rules' }))
  const field = (path: string) => {
    const found = document.querySelector<HTMLElement>(`[data-path=${path}]`)
    if (!found) throw new Error(`No field ${path}`)
    return found
  }
  return { server, user, drawer, field }
}

test('zones are listed by carrier and day, and one is added from a pasted list', async () => {
  const { server, user, drawer, field } = await openTab('zones')
  server.answer(invoices.saveZone, { ...ok, message: 'The zone is kept.', id: '9', version: 1 })
  // Nine tabs do not fit above their content.
  expect(drawer.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical')
  const rows = (await drawer.findAllByRole('row')).slice(1).map((row) => row.textContent)
  expect(rows.map((text) => text.replace(/(\w{3} )?27 Feb.*/, ''))).toEqual([
    'HIGH HighlandsKESGBIV, KA27-281 Jan 2026 to 31 Mar 2026',
    'HIGH Highlands and MorayKESGBIV, KA27-28From 1 Apr 2026',
    '2B IslandsOSPGBIV, KA27-281 Jan 2026 to 31 Mar 2026',
  ])
  await user.click(drawer.getByRole('button', { name: 'Add a zone' }))
  await user.type(field('carrierCode'), 'KES')
  await user.type(field('code'), 'isl')
  await user.type(field('name'), 'Islands')
  await user.click(field('postcodes'))
  await user.paste('KW15-17\nZE, 28\r\nKA28-27\tHighlands')
  const save = () => user.click(drawer.getByRole('button', { name: 'Save zone' }))
  await save()
  const [inSummary, wrong] = await drawer.findAllByText(/^'28' has no area/)
  expect(inSummary?.textContent).toBe(wrong?.textContent)
  expect(wrong?.textContent.split('\n')).toEqual([
    "'28' has no area. Enter its letters too, like KA28",
    'The range KA28-27 ends before it begins',
    "'HIGHLANDS' isn’t a postcode area, district or range. Enter it like IV, KA27 or PA20-49",
  ])
  expect(server.callsTo(invoices.saveZone)).toHaveLength(0)
  await user.clear(field('postcodes'))
  await user.paste('KW15-17\nZE, KA 27 – 28')
  await save()
  await waitFor(() => expect(server.callsTo(invoices.saveZone)).toHaveLength(1))
  expect(server.callsTo(invoices.saveZone)[0]?.body).toMatchObject({
    carrierCode: 'KES',
    code: 'ISL',
    countries: ['GB'],
    postcodes: ['KW15-17', 'ZE', 'KA27-28'],
    to: null,
  })
})

test('an agreed charge can name zones of its carrier', async () => {
  const { server, user, drawer, field } = await openTab('agreed')
  server.answer(invoices.saveAgreed, { ...ok, message: 'The charge is kept.', id: '9', version: 1 })
  await user.click(await drawer.findByRole('button', { name: 'Add an agreed charge' }))
  drawer.getByText('No zones yet. Add them under Zones')
  await user.type(field('carrierCode'), 'KES')
  await user.type(field('category'), 'Remote{Enter}')
  await user.type(field('chargeText'), 'Scottish zone')
  await user.type(field('percent'), '10')
  await user.click(field('zones'))
  expect(screen.queryByText('2B Islands')).toBeNull()
  await user.click(await screen.findByText('HIGH Highlands and Moray'))
  await user.click(drawer.getByRole('button', { name: 'Save agreed charge' }))
  await waitFor(() => expect(server.callsTo(invoices.saveAgreed)).toHaveLength(1))
  expect(server.callsTo(invoices.saveAgreed)[0]?.body.conditions).toMatchObject({ zones: ['HIGH'], postcodes: [] })
})

test('a carrier typed in small letters becomes its code, and its zones are offered', async () => {
  const { user, drawer, field } = await openTab('agreed', [{ code: 'KES', name: 'Kestrel' }])
  await user.click(await drawer.findByRole('button', { name: 'Add an agreed charge' }))
  await user.type(field('carrierCode'), 'kes')
  await user.tab()
  await waitFor(() => expect(field('carrierCode')).toHaveProperty('value', 'KES'))
  await drawer.findByText('Any one of these')
})
