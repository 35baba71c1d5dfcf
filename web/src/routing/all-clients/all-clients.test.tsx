import { allClients } from '@despatch/contract/routing/all-clients/all-clients'
import { type CarrierStatus, carriers } from '@despatch/contract/routing/active-dates/carriers'
import { carrierStops } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { prices } from '@despatch/contract/routing/prices/prices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const DATES = '/carrier-routing-control/carrier-active-dates'
const BY_CLIENT = '?by=client'
const UNTIL = [{ from: '2026-01-01', to: '2026-11-08' }]

const carrier = (client: string, given: Partial<CarrierStatus> = {}): CarrierStatus => ({
  client,
  carrier: 'DHL',
  carrierName: 'DHL Express',
  active: 'Y',
  activeDates: UNTIL,
  methods: 2,
  version: 3,
  ...given,
})

/** A server with DHL switched off for BIRCH only, and CEDAR without DHL. */
function serverOfThree() {
  const server = openServer()
  server.answer(carriers.list, { carriers: [carrier('ACME'), carrier('BIRCH', { active: 'N' }), carrier('DOGWOOD')] })
  return server
}
const who = { type: 'Internal User' as const, client: 'All_client', clients: ['ACME', 'BIRCH', 'CEDAR', 'DOGWOOD'] }
const rowOf = async (client: string) => within(await screen.findByRole('row', { name: new RegExp(` ${client} `) }))

test('clients are compared, including those without the carrier, and differences are marked', async () => {
  serverOfThree()
  await openScreen(DATES + BY_CLIENT, who)
  const birch = await rowOf('BIRCH')
  expect(birch.getByTitle('Most clients: Yes').textContent).toBe('No')
  ;(await rowOf('CEDAR')).getByText('Not contracted')
  expect((await rowOf('ACME')).queryByTitle(/Most clients/)).toBeNull()
})

test('a carrier is one row, which says how many clients differ, and expands to them', async () => {
  const server = serverOfThree()
  server.answer(carriers.status, refusal('not_found', 'Not there.'))
  const { user, search } = await openScreen(DATES, who)
  const group = within(await screen.findByRole('row', { name: /3 clients · 1 differs · 1 without it/ }))
  expect(group.getByTitle('Most clients: Yes').textContent).toBe('Yes')
  expect(screen.queryByRole('row', { name: / BIRCH / })).toBeNull()
  await user.click(group.getByRole('button', { name: 'Clients of DHL Express', expanded: false }))
  await rowOf('CEDAR')
  await user.click((await rowOf('BIRCH')).getByText('No'))
  await waitFor(() => expect(search()).toMatchObject({ carrier: 'DHL', for: 'BIRCH' }))
  await waitFor(() => expect(server.callsTo(carriers.status)[0]?.headers.get('client')).toBe('BIRCH'))
})

test('a change of a group is made for all clients that have the carrier', async () => {
  serverOfThree()
  const { user } = await openScreen(DATES, who)
  const group = within(await screen.findByRole('row', { name: /3 clients · 1 differs · 1 without it/ }))
  await user.click(group.getByRole('checkbox'))
  await screen.findByRole('button', { name: 'Change dates for 3 clients…' })
})

test('a carrier whose clients all differ says so, and that its months vary', async () => {
  const until = (to: string) => ({ activeDates: [{ from: '2026-01-01', to }] })
  openServer().answer(carriers.list, {
    carriers: [carrier('ACME', until('2026-10-01')), carrier('BIRCH', until('2026-11-01'))],
  })
  await openScreen(DATES, { ...who, clients: ['ACME', 'BIRCH'] })
  const group = within(await screen.findByRole('row', { name: /2 clients · all differ/ }))
  group.getByText('Varies by client')
})

test('differences only hides clients that equal the majority', async () => {
  serverOfThree()
  const { user } = await openScreen(DATES + BY_CLIENT, who)
  await rowOf('ACME')
  await user.click(screen.getByRole('button', { name: 'Differences only' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: / ACME / })).toBeNull())
  await rowOf('BIRCH')
  await rowOf('CEDAR')
})

test('a change is previewed by client, made with those versions, and undone', async () => {
  const server = serverOfThree()
  server.answer(allClients.preview, ({ body }) => ({
    clients: body.targets.map(({ client }) => ({
      client,
      outcome: 'changes' as const,
      reason: '',
      items: [
        {
          kind: 'carrier' as const,
          key: 'DHL',
          name: 'DHL Express',
          version: 3,
          before: { name: 'DHL Express', active: 'Y', activeDates: UNTIL },
          after: { name: 'DHL Express', active: 'Y', activeDates: [{ from: '2026-01-01', to: null }] },
        },
      ],
      warnings: [],
    })),
  }))
  server.answer(allClients.change, ({ body }) => ({
    message: 'Changed for 2 clients.',
    clients: body.targets.map(({ client }) => ({ client, outcome: 'changed' as const, reason: '', version: 4 })),
  }))
  server.answer(allClients.undo, {
    message: 'Undone for 1 client. 1 client refused.',
    clients: [
      { client: 'ACME', outcome: 'changed', reason: '', version: 5 },
      { client: 'DOGWOOD', outcome: 'refused', reason: 'It has changed since.', version: null },
    ],
  })
  const off = {
    carrier: 'DHL',
    carrierName: 'DHL Express',
    because: 'not-active' as const,
    clients: ['BIRCH'],
    orders: 2,
  }
  server.answer(carrierStops.list, { stops: [], off: [off, { ...off, carrier: 'DPD' }], carriers: [] })
  const { user } = await openScreen(DATES + BY_CLIENT, who)
  for (const client of ['ACME', 'CEDAR', 'DOGWOOD']) await user.click((await rowOf(client)).getByRole('checkbox'))
  // CEDAR has no DHL, so nothing can change there.
  await user.click(screen.getByRole('button', { name: 'Change dates for 2 clients…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change dates for 2 clients' }))
  const confirm = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Change dates for 2 clients' })
  expect(confirm().disabled).toBe(true)
  await user.click(dialog.getByRole('checkbox', { name: 'Without end' }))
  await waitFor(() => expect(dialog.getAllByText(/from 1 Jan 2026$/)).toHaveLength(2))
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Renewed')
  await user.click(confirm())
  await screen.findByText('Changed for 2 clients.')
  // Staff are asked once to move the orders of the carriers that changed.
  await screen.findByText('2 orders still have DHL Express, which is off.')
  expect(server.callsTo(carrierStops.list)).toHaveLength(1)
  expect(server.callsTo(allClients.change).map(({ body }) => body)).toEqual([
    {
      change: { change: 'extend-dates', to: null },
      targets: [
        { client: 'ACME', items: [{ key: 'DHL', version: 3 }] },
        { client: 'DOGWOOD', items: [{ key: 'DHL', version: 3 }] },
      ],
      onRefusal: 'none',
      note: 'Renewed',
      acknowledged: true,
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone for 1 client. 1 client refused.')
  screen.getByText(/It has changed since/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('if a client refuses, others change only by choice; warnings need a note', async () => {
  const server = openServer()
  const row = (client: string) => ({
    clientMethodID: 'DHL-1',
    client,
    carrier: 'DHL',
    carrierName: 'DHL Express',
    active: 'Y' as const,
    activeDates: [],
    carrierService: 'Parcel',
    methodDescription: 'Parcel',
    contracts: [],
    pricingMethod: 'By Parcel' as const,
    serviceTypes: ['STANDARD' as const],
    countries: [],
    regions: [],
    transitDays: 1,
    deliveryWeekdays: [0, 1, 2, 3, 4],
    deliversOnHolidays: false,
    version: 1,
    costOfOneParcel: '4.50',
    comparedCosts: ['4.50', '4.50', '4.50'],
    isMatrix: false,
  })
  server.answer(prices.list, { costings: [row('ACME'), row('BIRCH')], ruleBookVersion: 0 })
  server.answer(allClients.preview, {
    clients: [
      {
        client: 'ACME',
        outcome: 'changes',
        reason: '',
        items: [{ kind: 'method', key: 'DHL-1', name: 'Parcel', version: 1, before: null, after: null }],
        warnings: ['More than a quarter dearer.'],
      },
      { client: 'BIRCH', outcome: 'refused', reason: 'It may have been ended.', items: [], warnings: [] },
    ],
  })
  server.answer(allClients.change, {
    message: 'Changed for 1 client.',
    clients: [
      { client: 'ACME', outcome: 'changed', reason: '', version: 2 },
      { client: 'BIRCH', outcome: 'changed', reason: '', version: 5 },
    ],
  })
  const undone = ({ body: { acknowledged } }: { body: { acknowledged?: boolean | undefined } }) => ({
    message: acknowledged ? 'Undone for 1 client.' : 'Nothing was changed. 2 clients refused.',
    clients: acknowledged
      ? [{ client: 'ACME', outcome: 'changed' as const, reason: '', version: 3 }]
      : [
          {
            client: 'ACME',
            outcome: 'refused' as const,
            reason: 'Look at these prices again, with acknowledged: true.',
            version: null,
            warnings: ['More than a quarter cheaper: 1 parcel.'],
          },
          { client: 'BIRCH', outcome: 'refused' as const, reason: 'It has changed since.', version: null },
        ],
  })
  server.answer(allClients.undo, undone)
  const { user } = await openScreen('/carrier-routing-control/carrier-prices' + BY_CLIENT, who)
  for (const client of ['ACME', 'BIRCH']) await user.click((await rowOf(client)).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Change prices for 2 clients…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Per cent' }), '40')
  await dialog.findByText(/^BIRCH can’t be changed/)
  dialog.getByText('Not changed: It may have been ended.')
  await user.click(dialog.getByRole('radio', { name: 'Change the others' }))
  await dialog.findByText('Add a note to explain this change.')
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Fuel')
  await user.click(dialog.getByRole('button', { name: 'Change prices for 1 client' }))
  await screen.findByText('Changed for 1 client.')
  expect(server.callsTo(allClients.change).map(({ body }) => body)).toMatchObject([
    { change: { change: 'prices', percent: 40 }, targets: [{ client: 'ACME' }], onRefusal: 'others', note: 'Fuel' },
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Undo anyway…' })
  const refusedAtFirst = within(screen.getByRole('list', { name: 'Clients that weren’t changed' }))
  expect(refusedAtFirst.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ACME: More than a quarter cheaper: 1 parcel.',
    'BIRCH: It has changed since.',
  ])
  await user.click(screen.getByRole('button', { name: 'Undo anyway…' }))
  const undo = within(await screen.findByRole('dialog', { name: 'Undo for 1 client anyway?' }))
  undo.getByText(/More than a quarter cheaper: 1 parcel\./)
  const confirm = undo.getByRole<HTMLButtonElement>('button', { name: 'Undo anyway' })
  expect(confirm.disabled).toBe(true)
  await user.type(undo.getByRole('textbox', { name: /Note/ }), 'A mistake')
  server.answer(allClients.undo, refusal('unavailable', 'The server is not ready.'))
  await user.click(confirm)
  await undo.findByText('The server is not ready.')
  expect(undo.getByRole<HTMLTextAreaElement>('textbox', { name: /Note/ }).value).toBe('A mistake')
  server.answer(allClients.undo, undone)
  await user.click(confirm)
  await screen.findByText('Undone for 1 client.')
  const refused = within(screen.getByRole('list', { name: 'Clients that weren’t changed' }))
  expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'BIRCH: It has changed since.',
  ])
  const warned = { client: 'ACME', version: 2 }
  expect(server.callsTo(allClients.undo).map(({ body }) => body)).toEqual([
    { versions: [warned, { client: 'BIRCH', version: 5 }], note: '', acknowledged: false },
    { versions: [warned], note: 'A mistake', acknowledged: true },
    { versions: [warned], note: 'A mistake', acknowledged: true },
  ])
})
