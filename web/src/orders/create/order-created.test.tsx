import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { Routing } from './order-created.tsx'

test('an order’s cost is in its client’s currency, whichever client is selected', async () => {
  const routing = {
    consignments: [
      { carrier: 'EV', carrierName: 'Evri', methodDescription: 'Standard', cost: '3.00', despatchDay: '2026-11-09' },
    ],
    exception: null,
  }
  await openScreen('/created', { clients: ['ACME', 'HEUR'], client: 'ACME', currencies: { HEUR: 'EUR' } }, () => (
    <Routing routing={routing} client="HEUR" />
  ))
  await screen.findByText('€3.00')
})
