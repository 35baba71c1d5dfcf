import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { prices, type Price } from '@despatch/contract/routing/prices/prices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { PriceForm } from './price-form.tsx'
import { PriceDetails } from './price-details.tsx'

const BAND = { incrementalCost: '0.00', incrementStart: 0, increment: 0, effectiveFrom: null, effectiveBetween: null }
const PRICE: Price = {
  clientMethodID: 'DPD-ND',
  client: 'ACME',
  carrier: 'DPD',
  carrierName: 'DPD',
  active: 'Y',
  activeDates: [],
  carrierService: 'Next Day',
  serviceDescription: 'Next Day',
  methodDescription: 'DPD Next Day',
  contracts: [],
  pricingMethod: 'By Weight Matrix',
  chargedFor: 'consignment',
  holdsFrom: null,
  serviceTypes: ['STANDARD'],
  countries: [],
  regions: [],
  transitDays: 1,
  deliveryWeekdays: [0, 1, 2, 3, 4],
  deliversOnHolidays: false,
  version: 1,
  primaryCosting: {
    fromParcel: 1,
    baseCost: '0.00',
    incrementalCost: '0.00',
    incrementStart: 0,
    increment: 0,
    costingMatrix: [{ ...BAND, chargeID: 'C1', from: 0, to: 30, baseCost: '4.45' }],
  },
  secondaryCosting: null,
}

const BOOK = {
  version: 1,
  at: null,
  by: 'Ann',
  summary: '',
  broughtBack: null,
  changes: 0,
  note: '',
  warnings: [],
}

test('the example shows prices for each parcel before saving', async () => {
  const server = openServer()
  server.answer(allocation.ruleBook, { ...BOOK, findings: 0 })
  server.answer(allocation.findings, { version: 1, findings: [], hasMore: false })
  server.answer(prices.costing, PRICE)
  const { user } = await openScreen('/form', {}, () => <PriceForm price={PRICE} onLeave={() => undefined} />)
  const example = within(await screen.findByRole('region', { name: 'Price calculator' }))
  const parcels = example.getByRole('textbox', { name: 'Parcels' })
  await user.clear(parcels)
  await user.type(parcels, '3')
  await example.findByText('£4.45')
  await user.click(screen.getByRole('radio', { name: 'For each parcel' }))
  await example.findByText('£13.35')
  example.getByText('Primary, row 1, 3 parcels of 1 kg: £4.45 each')
  server.answer(prices.updateMatrix, () => ({ message: 'Saved', ruleBookVersion: 2, version: 2, warnings: [] }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these prices?' }))
  dialog.getByText('Each parcel is charged by its own weight: 3 parcels of 1 kg go from £4.45 to £13.35.')
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'As DPD charges')
  await user.click(dialog.getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(server.callsTo(prices.updateMatrix)).toMatchObject([{ body: { chargedFor: 'parcel' } }]))
})

test('prices changed by another user show a conflict before the review', async () => {
  const server = openServer()
  server.answer(allocation.ruleBook, { ...BOOK, findings: 0 })
  server.answer(allocation.findings, { version: 1, findings: [], hasMore: false })
  server.answer(prices.costing, PRICE)
  const { user } = await openScreen('/form', {}, () => <PriceForm price={PRICE} onLeave={() => undefined} />)
  const cell = await screen.findByLabelText<HTMLInputElement>('Base cost of row 1')
  await user.clear(cell)
  await user.type(cell, '5.10')
  const rows = PRICE.primaryCosting?.costingMatrix.map((row) => ({ ...row, baseCost: '3.20' })) ?? []
  server.answer(prices.costing, {
    ...PRICE,
    version: 2,
    primaryCosting: PRICE.primaryCosting && { ...PRICE.primaryCosting, costingMatrix: rows },
  })
  const who = 'This has changed: Price of DPD Next Day (DPD-ND), by ops.admin.'
  server.answer(prices.updateMatrix, refusal('version_conflict', who))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(who)
  within(screen.getByRole('table', { name: 'Conflicting changes' })).getByText('0 to 30: 3.20')
  expect(screen.queryByRole('dialog', { name: 'Save these prices?' })).toBeNull()
  expect(server.callsTo(prices.updateMatrix)).toMatchObject([{ body: { version: 1, acknowledged: false } }])

  server.answer(prices.updateMatrix, () => ({ message: 'Saved', ruleBookVersion: 3, version: 3, warnings: [] }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these prices?' }))
  expect(dialog.getByRole('table').textContent).toMatch(/£3\.20£5\.10\+59%$/)
})

test('the read-only view says that each parcel is charged by its weight', async () => {
  await openScreen('/read', {}, () => <PriceDetails price={{ ...PRICE, chargedFor: 'parcel' }} />)
  await screen.findByRole('heading', { name: 'Each parcel, by its own weight' })
})

test('costs are entered in the client’s currency, and ambiguous numbers are refused', async () => {
  const server = openServer()
  server.answer(allocation.ruleBook, { ...BOOK, findings: 0 })
  server.answer(allocation.findings, { version: 1, findings: [], hasMore: false })
  const { user } = await openScreen('/form', { currencies: { ACME: 'EUR' } }, () => (
    <PriceForm price={PRICE} onLeave={() => undefined} />
  ))
  const cell = (title: string) => screen.findByLabelText<HTMLInputElement>(`${title} of row 1`)
  const enter = async (title: string, text: string) => {
    await user.clear(await cell(title))
    await user.type(await cell(title), text)
    await user.tab()
    return (await cell(title)).value
  }
  expect(await enter('Base cost', '€ 4.50')).toBe('4.50')
  for (const [title, text, words] of [
    ['Base cost', '£4.50', 'An amount looks like 12.50'],
    ['Base cost', '12,50', 'Write 12.50'],
    ['To', '2,500', 'Write 2500 or 2.500'],
  ] as const) {
    expect(await enter(title, text)).toBe(text)
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(document.activeElement).toBe(await cell(title))
    await enter(title, '30')
  }
  await user.click(await cell('Base cost'))
  await user.paste('€5.50\n€6.50\n')
  expect((await cell('Base cost')).value).toBe('5.50')
  expect(server.callsTo(prices.updateMatrix)).toEqual([])
})
