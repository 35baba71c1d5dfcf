import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Lack } from '@despatch/domain/orders/needs-attention'
import { openScreen } from '../testing/open-portal.tsx'
import { OrderState } from './order-state.tsx'

const state = (Status: OrderStatus, Status_Description: string, needsAttention: Lack[] = []) => ({
  Status,
  Status_Description,
  Is_On_PickNote: 'true' as const,
  needsAttention,
})

test('New and Released are told apart by mark, weight and word', async () => {
  await openScreen('/home', {}, () => (
    <>
      <OrderState order={state('N', 'New')} />
      <OrderState order={state('R', 'Released')} />
    </>
  ))
  const meaning = async (word: string) => (await screen.findByText(word)).getAttribute('data-meaning')
  // docs/looks.md: a blue ring and bold, and a grey dot.
  expect([await meaning('New'), await meaning('Released')]).toEqual(['waiting', 'neutral'])
})

test('an order that is only short of stock says so, as the view Needs attention does not count it', async () => {
  await openScreen('/home', {}, () => (
    <>
      <OrderState order={state('N', 'New', ['stock'])} />
      <OrderState order={state('R', 'Released', ['weight', 'stock'])} />
    </>
  ))
  const badge = async (word: string) => (await screen.findByText(word)).closest('[title]')?.getAttribute('title')
  expect(await badge('Short of stock')).toBe('Short of stock')
  expect(await badge('Needs attention')).toBe('Unknown weight, Short of stock')
})
