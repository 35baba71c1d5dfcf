import { orders } from '@despatch/contract/orders/orders'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { commandRuns } from './command-store.ts'
import { OrderActions } from './order-actions.tsx'

const ORDER = { clientCode: 'ACME', orderNumber: 'A-1', Status: 'N', version: 1 } as const
const FOUND = {
  total: 1,
  allowed: 1,
  untried: 0,
  refused: 0,
  goesAtOnce: true,
  short: { orders: 0, SKUs: [], moreSKUs: 0 },
  at: '2026-03-02T12:02:00.000Z',
  changed: [],
  reasons: [],
  rows: [],
}

afterEach(() => {
  vi.useRealTimers()
  commandRuns.set([])
})

async function openOrder() {
  const server = openServer()
  server.answer(orders.commandProgress, { done: 0, total: 1 })
  server.answer(orders.preflight, FOUND)
  server.answer(orders.release, ({ body }) => ({
    message: 'Order A-1 has been released.',
    commandId: body.commandId ?? '',
    done: 1,
    refused: 0,
    unchanged: 0,
    short: 0,
    receipts: [],
  }))
  await openScreen('/order', {}, () => <OrderActions order={ORDER} />)
  return { server, release: await screen.findByRole<HTMLButtonElement>('button', { name: 'Release' }) }
}

test('two presses at once release an order once', async () => {
  const { server, release } = await openOrder()
  // Both before the next render, as with a fast hand or a slow machine.
  release.click()
  release.click()
  await screen.findByText('Order A-1 has been released.')
  expect(server.callsTo(orders.release)).toHaveLength(1)
  await waitFor(() => expect(release.disabled).toBe(false))
})

test('a pre-flight without an answer opens the dialog and keeps Release enabled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server, release } = await openOrder()
  server.answer(orders.preflight, () => new Promise(() => undefined))
  release.click()
  await waitFor(() => expect(release.disabled).toBe(true))
  await vi.advanceTimersByTimeAsync(5000)
  await screen.findByRole('dialog', { name: 'Release order A-1?' })
  expect(server.callsTo(orders.release)).toHaveLength(0)
  await waitFor(() => expect(release.disabled).toBe(false))
})
