import { carriers, type CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import { carrierStops, type MovePlan } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { ActiveSwitch } from './active-switch.tsx'

const EVRI: CarrierStatus = {
  client: 'ACME',
  carrier: 'EVRI',
  carrierName: 'Evri',
  active: 'Y',
  activeDates: [],
  methods: 2,
  version: 3,
}
const PLAN: MovePlan = {
  clients: [
    { client: 'ACME', currency: 'GBP', new: 23, released: 10, moved: 24, left: 9, extra: '43.91', atWarehouse: 6 },
  ],
  takers: [],
  left: [],
  atWarehouse: [],
  isExact: true,
}
const MOVED = {
  message: '24 orders moved.',
  commandId: 'c',
  done: 33,
  refused: 0,
  unchanged: 0,
  short: 0,
  receipts: [],
}

async function openSwitch(more: Partial<SignInOptions> = {}) {
  const server = openServer()
  const sent: string[] = []
  server.answer(carrierStops.preview, PLAN)
  server.answer(carriers.update, () => {
    sent.push('switched off')
    return { message: 'Carrier saved.', ruleBookVersion: 4, version: 4 }
  })
  server.answer(carrierStops.move, () => {
    sent.push('moved')
    return MOVED
  })
  const opened = await openScreen('/home', { type: 'Internal Administrator', clients: ['ACME'], ...more }, () => (
    <ActiveSwitch carrier={EVRI} />
  ))
  return { ...opened, sent }
}

test('staff see the orders of a carrier before they switch it off, and move them', async () => {
  const { user, sent } = await openSwitch()
  await user.click(await screen.findByRole('switch'))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/33 orders of ACME have it: 24 can go with another carrier \(£43\.91 more\), 9 with none/)
  await user.click(dialog.getByRole('button', { name: 'Switch off and move 33 orders' }))
  await waitFor(() => expect(sent).toEqual(['switched off', 'moved']))
})

test('they can leave the orders with the carrier', async () => {
  const { user, sent } = await openSwitch()
  await user.click(await screen.findByRole('switch'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: /Leave them/ }))
  await user.click(dialog.getByRole('button', { name: 'Switch off' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual(['switched off'])
})

test('a client’s user, who may not move orders, switches it off at once', async () => {
  const { user, sent } = await openSwitch({ type: 'Client Administrator' })
  await user.click(await screen.findByRole('switch'))
  await waitFor(() => expect(sent).toEqual(['switched off']))
})
