import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../testing/open-portal.tsx'
import { OrderState } from './order-state.tsx'

const state = (Status: OrderStatus, Status_Description: string) => ({
  Status,
  Status_Description,
  Is_On_PickNote: 'true' as const,
  needsAttention: [],
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
