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

test('New and Released differ in mark, weight and word', async () => {
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

test('a shortage of stock has its own badge, and does not count as Needs attention', async () => {
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
