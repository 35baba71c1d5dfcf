import { type ClientDayPlan, planTheDay } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { orders } from '@despatch/contract/orders/orders'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const ADDRESS = '/carrier-routing-control/carrier-capacity-setup/plan?from=2026-12-01&to=2026-12-02'
const REASON =
  'Moved to Evri: DPD’s last places go to 40 orders that have no other carrier as cheap; the last of them saves £0.42'
const PLAN: ClientDayPlan = {
  client: 'ACME',
  currency: 'GBP',
  paidBy: 'operator',
  missedDayCost: '25.00',
  orders: 120,
  moved: 2,
  placed: 1,
  placedCost: '3.00',
  left: 0,
  saved: '18.40',
  total: '402.10',
  bound: '402.10',
  isExact: true,
  arePricesExact: true,
  days: [
    {
      day: '2026-12-01',
      orders: 120,
      carriers: [
        {
          carrier: 'DPD',
          carrierName: 'DPD',
          limit: 60,
          before: 58,
          after: 60,
          price: '0.42',
          ask: 'One more place with DPD on Tue 1 Dec is worth £0.42',
        },
      ],
    },
  ],
  groups: [{ day: '2026-12-01', from: 'DPD', to: 'Evri', orders: 1, saved: '-0.30', reason: REASON }],
  moves: [{ orderNumber: 'A-1', day: '2026-12-01', from: 'DPD', to: 'Evri', saved: '-0.30', reason: REASON }],
}
const FINGERPRINT = 'a'.repeat(64)
const OUTCOME = {
  message: '2 orders moved.',
  commandId: '0b5a7f3e-6f0a-4d8e-9a54-0d6d5f4b1c11',
  done: 2,
  refused: 0,
  unchanged: 0,
  short: 0,
  receipts: [],
}

async function openPlan(plans: ClientDayPlan[], more: object = {}) {
  const server = openServer()
  server.answer(planTheDay.preview, { fingerprint: FINGERPRINT, clients: plans })
  const opened = await openScreen(ADDRESS, { type: 'Internal Administrator', ...more })
  await screen.findByText(/would move|Nothing to gain/)
  return { ...opened, server }
}

test('the plan shows what it saves, prices of places, what to ask for and why orders move', async () => {
  await openPlan([PLAN])
  const plan = within(await screen.findByRole('region', { name: 'Plan of ACME' }))
  expect(plan.getByText('£18.40')).toBeTruthy()
  expect(plan.getByText('2 of 120')).toBeTruthy()
  const prices = within(plan.getByRole('table', { name: 'Prices of places of ACME' }))
  expect(prices.getByText('£0.42')).toBeTruthy()
  expect(prices.getByText('58 → 60 of 60')).toBeTruthy()
  expect(plan.getByText('One more place with DPD on Tue 1 Dec is worth £0.42.')).toBeTruthy()
  const moves = within(plan.getByRole('table', { name: 'Moves of ACME' }))
  expect(moves.getByText('−£0.30')).toBeTruthy()
  expect(moves.getByText(REASON)).toBeTruthy()
})

test('it is applied after confirmation, with a receipt and undo', async () => {
  const { user, server } = await openPlan([PLAN])
  server.answer(planTheDay.apply, OUTCOME)
  await user.click(await screen.findByRole('button', { name: 'Apply plan…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply this plan?' }))
  expect(dialog.getByText(/1 order of them had none.*operator £18\.40/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Move 2 orders' }))
  await screen.findByText('2 orders moved.')
  server.answer(orders.undo, { ...OUTCOME, message: '2 orders restored.' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('2 orders restored.')
})

test('a plan that has changed meanwhile is refused in the dialog', async () => {
  const { user, server } = await openPlan([PLAN])
  server.answer(planTheDay.apply, refusal('version_conflict', 'Orders have changed since this plan was shown.'))
  await user.click(await screen.findByRole('button', { name: 'Apply plan…' }))
  await user.click(await screen.findByRole('button', { name: 'Move 2 orders' }))
  await screen.findByText('Orders have changed since this plan was shown.')
})

test('nothing to gain, no orders, and an error', async () => {
  const { server, user } = await openPlan([{ ...PLAN, moved: 0, placed: 0, groups: [], moves: [], saved: '0.00' }])
  await screen.findByText('Nothing to gain')
  expect(screen.getByText('No order would save enough by moving.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply plan…' }).disabled).toBe(true)
  server.answer(planTheDay.preview, { fingerprint: FINGERPRINT, clients: [] })
  await user.click(screen.getByRole('button', { name: 'Plan again' }))
  await screen.findByText('No new or released order has one of these despatch dates.')
})

test('who may only read sees the plan and why it cannot be applied', async () => {
  await openPlan([PLAN], { holds: (_leaf: string, right: string) => right !== 'Edit' })
  await screen.findByText('£18.40')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply plan…' }).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: /Change the cost/ })).toBeNull()
})
