import { invoices } from '@despatch/contract/invoices/invoices'
import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import type { AgreedCharge, CurrencyRate, ServiceName } from '@despatch/contract/invoices/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { AgreedForm } from './agreed-form.tsx'
import { DETAIL, INVOICE, PARCEL } from '../invoice-samples.ts'

const ok = { code: 200 } as const
const RATE: CurrencyRate = {
  rateID: '4',
  from: 'EUR',
  to: 'GBP',
  rate: '0.86',
  day: '2026-03-01',
  version: 2,
  changedAt: '2026-02-27T09:00:00.000Z',
  changedBy: 'ada',
}

const AGREED: AgreedCharge = {
  agreedID: '9',
  carrierCode: 'UPS',
  clientCode: '',
  chargeCode: '',
  category: 'fuel',
  chargeText: 'Fuel',
  amount: { kind: 'money', money: '4.50', per: 'parcel' },
  conditions: {
    countries: [],
    postcodes: [],
    zones: [],
    services: [],
    weekdays: [],
    weight: null,
    length: null,
    volume: null,
  },
  when: 'always',
  least: null,
  most: null,
  currency: 'GBP',
  from: '2026-01-01',
  to: null,
  version: 1,
  changedAt: '2026-02-27T09:00:00.000Z',
  changedBy: 'ada',
}

const SERVICE: ServiceName = {
  serviceNameID: '7',
  carrierCode: 'UPS',
  name: 'Dom. Standard',
  carrierService: 'Standard',
  version: 1,
  changedAt: '2026-02-27T09:00:00.000Z',
  changedBy: 'ada',
}

/** Opens the drawer of agreements; also returns how to type into a field. */
async function openAgreements(server: ReturnType<typeof openServer>) {
  const pageInfo = { total: 0, page: 1, limit: 10 }
  server.answer(invoices.summary, { ...ok, summary: [], pageInfo })
  server.answer(invoices.carriers, { ...ok, carriers: [] })
  server.answer(invoices.imports, { ...ok, imports: [], waiting: 0, pageInfo: { total: 0, page: 1, limit: 50 } })
  server.answer(invoices.tolerances, { ...ok, tolerances: [] })
  server.answer(invoices.rates, { ...ok, rates: [RATE], serviceNames: [SERVICE] })
  const { user } = await openScreen('/invoice-reconciliation', {
    type: 'Internal User',
    clients: ['ACME', 'BIRCH'],
  })
  await user.click(await screen.findByRole('button', { name: 'Matching rules' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Matching rules' }))
  const type = async (label: string, text: string) => {
    // A field with suggestions also labels their list.
    const [field] = drawer.getAllByLabelText(label)
    if (!field) throw new Error(`No field ${label}`)
    await user.clear(field)
    await user.type(field, text)
  }
  return { user, drawer, type }
}

test('exchange rates are listed, added, and deleted after a question', async () => {
  const server = openServer()
  server.answer(invoices.saveRate, { ...ok, message: 'The rate is kept.', id: '5', version: 1 })
  server.answer(invoices.removeRate, { ...ok, message: 'The rate is deleted.' })
  const { user, drawer, type } = await openAgreements(server)
  await user.click(drawer.getByRole('tab', { name: 'Exchange rates' }))
  await drawer.findByRole('row', { name: /1 EUR = 0.86 GBP .*1 Mar.*by ada/ })

  await user.click(drawer.getByRole('button', { name: 'Add an exchange rate' }))
  const save = () => user.click(drawer.getByRole('button', { name: 'Save exchange rate' }))
  await type('From currency', 'gbp')
  await type('Rate', '1.27')
  await type('First invoice date', '1 Apr 2026')
  await save()
  expect(await drawer.findAllByText('Choose two different currencies')).toHaveLength(2)
  expect(server.callsTo(invoices.saveRate)).toHaveLength(0)
  await type('From currency', 'usd')
  await save()
  await waitFor(() => expect(server.callsTo(invoices.saveRate)).toHaveLength(1))
  expect(server.callsTo(invoices.saveRate)[0]?.body).toEqual({
    from: 'USD',
    to: 'GBP',
    rate: '1.27',
    day: '2026-04-01',
  })

  await user.click(await drawer.findByRole('button', { name: '1 EUR = 0.86 GBP' }))
  await user.click(drawer.getByRole('button', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the rate 1 EUR = 0.86 GBP?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.callsTo(invoices.removeRate)[0]?.query).toEqual({ id: '4' }))
  await drawer.findByRole('button', { name: 'Add an exchange rate' })
})

test('changes typed while a rate is being saved apply to the saved rate', async () => {
  const server = openServer()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user, drawer, type } = await openAgreements(server)
  server.answer(invoices.saveRate, async () => {
    await promise
    server.answer(invoices.rates, { ...ok, rates: [{ ...RATE, rate: '0.87', version: 3 }], serviceNames: [] })
    return { ...ok, message: 'The rate is kept.', id: '4', version: 3 }
  })
  await user.click(drawer.getByRole('tab', { name: 'Exchange rates' }))
  await user.click(await drawer.findByRole('button', { name: '1 EUR = 0.86 GBP' }))
  const save = async () => user.click(await drawer.findByRole('button', { name: 'Save exchange rate' }))
  await type('Rate', '0.87')
  await save()
  await type('First invoice date', '2 Mar 2026')
  resolve()
  await user.click(await drawer.findByRole('button', { name: '1 EUR = 0.87 GBP' }))
  await save()
  await waitFor(() => expect(server.callsTo(invoices.saveRate)).toHaveLength(2))
  expect(server.callsTo(invoices.saveRate)[1]?.body).toMatchObject({ rate: '0.87', day: '2026-03-02', version: 3 })
})

test("carriers' names for services are listed and added", async () => {
  const server = openServer()
  server.answer(invoices.saveServiceName, { ...ok, message: 'The service name is kept.', id: '8', version: 1 })
  const { user, drawer, type } = await openAgreements(server)
  await user.click(drawer.getByRole('tab', { name: 'Service names' }))
  await drawer.findByRole('row', { name: /Dom\. Standard UPS Standard .*by ada/ })
  await user.click(drawer.getByRole('button', { name: 'Add a service name' }))
  const saveName = () => user.click(drawer.getByRole('button', { name: 'Save service name' }))
  await type('Carrier', 'DPD')
  await type('Service', 'Next Day')
  await saveName()
  expect(server.callsTo(invoices.saveServiceName)).toHaveLength(0)
  await type('Name on invoices', 'DPD 12')
  await saveName()
  await waitFor(() => expect(server.callsTo(invoices.saveServiceName)).toHaveLength(1))
  expect(server.callsTo(invoices.saveServiceName)[0]?.body).toEqual({
    carrierCode: 'DPD',
    name: 'DPD 12',
    carrierService: 'Next Day',
  })
})

const WHO = { type: 'Internal User', clients: ['ACME', 'BIRCH'] } as const

test.each([
  ['rate', 'Exchange rates', '/invoice-reconciliation?show=rates'],
  ['agreed charge', 'Agreed charges', '/invoice-reconciliation?show=agreed'],
  ['zone', 'Zones', '/invoice-reconciliation?show=zones'],
] as const)('a row that waits for a %s links to where it is entered', async (missing, name, address) => {
  const server = openServer()
  const pageInfo = { total: 1, page: 1, limit: 10 }
  const parcel: InvoiceParcel = { ...PARCEL, verdict: 'Not judged', expected: null, variance: null, causes: [] }
  server.answer(invoices.summary, { ...ok, summary: [INVOICE], pageInfo })
  server.answer(invoices.details, { ...ok, details: [DETAIL], pageInfo })
  server.answer(invoices.parcels, { ...ok, parcels: [parcel], pageInfo })
  server.answer(invoices.why, { ...ok, parcel, despatch: null, price: null, matchedByHand: null, missing, steps: [] })
  const { user } = await openScreen(
    '/invoice-reconciliation/invoice-details-parcel?summaryID=17&detailsID=171&parcel=1711',
    WHO,
  )
  const why = within(await screen.findByRole('dialog', { name: 'Expected cost' }))
  await user.click(await why.findByRole('link', { name }))
  await screen.findByRole('heading', { name: `Went to ${address}` })
})

test('exchange rates come first for a user who came to enter one', async () => {
  const server = openServer()
  server.answer(invoices.summary, { ...ok, summary: [], pageInfo: { total: 0, page: 1, limit: 10 } })
  server.answer(invoices.carriers, { ...ok, carriers: [] })
  server.answer(invoices.imports, { ...ok, imports: [], waiting: 0, pageInfo: { total: 0, page: 1, limit: 50 } })
  server.answer(invoices.rates, { ...ok, rates: [RATE], serviceNames: [] })
  await openScreen('/invoice-reconciliation?show=rates', WHO)
  const drawer = within(await screen.findByRole('dialog', { name: 'Matching rules' }))
  await drawer.findByRole('row', { name: /1 EUR = 0.86 GBP/ })
  drawer.getByRole('tab', { name: 'Exchange rates', selected: true })
})

test("agreed amounts finer than pence are shown, kept, and typed in the charge's currency", async () => {
  const agreed: AgreedCharge = { ...AGREED, amount: { kind: 'money', money: '0.125', per: 'parcel' } }
  const server = openServer()
  server.answer(invoices.agreed, { ...ok, agreed: [agreed], divisors: [] })
  server.answer(invoices.zones, { ...ok, zones: [] })
  server.answer(invoices.carriers, { ...ok, carriers: [] })
  server.answer(invoices.saveAgreed, { ...ok, message: 'The charge is kept.', id: '9', version: 2 })
  const { user } = await openScreen('/home', WHO, () => (
    <AgreedForm of={agreed} onDone={() => undefined} onDelete={() => undefined} />
  ))
  const money = await screen.findByLabelText<HTMLInputElement>('Money')
  expect([money.value, money.hasAttribute('data-refused')]).toEqual(['0.125', false])
  const currency = screen.getByLabelText('Currency')
  await user.clear(currency)
  await user.type(currency, 'KWD')
  await user.clear(money)
  await user.type(money, '1,250')
  await user.tab()
  await screen.findByText('Write 1250 or 1.250')
  await user.clear(money)
  await user.type(money, 'KWD 1.2345')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() =>
    expect(server.callsTo(invoices.saveAgreed)[0]?.body).toMatchObject({
      amount: { money: '1.2345' },
      currency: 'KWD',
    }),
  )
})
