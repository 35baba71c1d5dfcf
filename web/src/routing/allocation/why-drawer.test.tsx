import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { CONSTRAINTS } from '@despatch/domain/routing/allocation/constraints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { whyNoneText } from './order-carrier.tsx'
import { WhyButton } from './why-button.tsx'

const candidate = (id: string, cost: number, rank: number) => ({
  clientMethodID: id,
  carrier: id,
  carrierName: id,
  carrierService: 'Parcel',
  methodDescription: `${id} Standard`,
  transitDays: 1,
  isEligible: true,
  cost,
  rank,
  verdicts: CONSTRAINTS.map((constraint) => ({ constraint, isMet: true, actual: 1, limit: 2, rule: id })),
  changes: [],
})

/** `chosen` adds to the candidate that was chosen. */
function decisionOf(number: string, chosen: Partial<CandidateAnswer> = {}): RouteAnswer<typeof allocation.decision> {
  return {
    orderNumber: number,
    version: 1,
    Status: 'N',
    ruleBookVersion: 3,
    consignments: [
      {
        number: 1,
        attempt: 1,
        at: '2026-11-20T09:00:00.000Z',
        by: 'Ada Byron',
        state: 'allocated',
        consignment: {
          service: 'STANDARD',
          country: 'GB',
          region: 'AB',
          despatchDay: '2026-11-24',
          parcels: [{ weight: 2000, length: 300, volume: 5000 }],
          heldTo: null,
          skus: ['MUG'],
        },
        decided: {
          ruleBookVersion: 3,
          chosen: 'Evri',
          candidates: [{ ...candidate('Evri', 41_500, 1), ...chosen }, candidate('DPD', 45_700, 2)],
        },
        why: '',
        conflict: null,
        byHand: null,
      },
    ],
  }
}

function serverOf(number: string) {
  const server = openServer()
  server.answer(allocation.decision, decisionOf(number))
  return server
}

test('the drawer opens over the list with the answer, then the ranking', async () => {
  const server = serverOf('O-7')
  const { user } = await openScreen('/list', {}, () => <WhyButton order={{ orderNumber: 'O-7', clientCode: 'ACME' }} />)
  await user.click(await screen.findByRole('button', { name: 'Why the carrier of O-7?' }))
  const dialog = await screen.findByRole('dialog', { name: 'Carrier of O-7' })
  const answer = await within(dialog).findByText('Evri Standard, £4.15: cheapest of 2 that can take it on Tue 24 Nov.')
  const ranking = within(dialog).getByRole('table', { name: 'Every candidate, in its ranking' })
  expect(answer.compareDocumentPosition(ranking)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(server.callsTo(allocation.decision).map(({ body }) => body)).toEqual([{ orderNumber: 'O-7' }])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the cost of a candidate is shown in parts, with what does not count', async () => {
  const server = openServer()
  const parts = {
    price: 40_000,
    bySize: null,
    charges: [
      {
        agreedCharge: '1',
        text: 'Fuel',
        category: 'fuel' as const,
        amount: { kind: 'percent' as const, percent: 37_500, of: ['base' as const], per: 'detail' as const },
        currency: 'GBP',
        cost: 1500,
      },
    ],
    uncounted: [{ agreedCharge: '2', text: 'Redelivery', why: 'if billed' }],
  }
  server.answer(allocation.decision, decisionOf('O-9', { costParts: parts, verdicts: [] }))
  const { user } = await openScreen('/list', {}, () => <WhyButton order={{ orderNumber: 'O-9', clientCode: 'ACME' }} />)
  await user.click(await screen.findByRole('button', { name: 'Why the carrier of O-9?' }))
  await screen.findByText('£4.00 price and £0.15 Fuel')
  await user.click(screen.getByRole('button', { name: 'Evri Standard' }))
  const table = await screen.findByRole('table', { name: 'Cost of Evri Standard' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['Part of the costAmountRule', 'Price£4.00Carrier prices', 'Fuel£0.153.75% of the price', 'Cost£4.15'])
  screen.getByText('Not counted, billed only sometimes: Redelivery.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('users who may not see orders have no Why button', async () => {
  serverOf('O-8')
  await openScreen('/list', { holds: () => false }, () => (
    <>
      <p>The list</p>
      <WhyButton order={{ orderNumber: 'O-8', clientCode: 'ACME' }} />
    </>
  ))
  await screen.findByText('The list')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['S', { despatchDate: '2026-11-01' }, 'It is suspended and gets one on release.'],
  [
    'N',
    { despatchDate: '2026-11-01', dispatchService: 'STANDARD' },
    'Its despatch date, 1 Nov 2026, passed before it was allocated. Release allocates it for the next working day.',
  ],
  [
    'N',
    { despatchDate: '2026-11-01', dispatchService: 'NAMED DAY' },
    'Its despatch date, 1 Nov 2026, passed before it was allocated. Choose another despatch date.',
  ],
  ['N', { despatchDate: '2026-11-20' }, 'It has not been allocated yet.'],
  ['N', {}, ''],
  ['C', { despatchDate: '2026-11-01' }, ''],
] as const)('an order in status %s without a decision, %j, says why: %s', (status, order, why) => {
  expect(whyNoneText(status, order, '2026-11-20')).toBe(
    ['No carrier has been chosen for this order.', why].filter(Boolean).join(' '),
  )
})
