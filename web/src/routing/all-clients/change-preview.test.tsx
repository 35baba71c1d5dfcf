import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { ChangePreview } from './change-preview.tsx'

const NOTHING = { incrementalCost: 0, incrementStart: 0, increment: 0 }
const method = (pounds: number) => ({
  carrier: 'RM',
  carrierService: '48',
  methodDescription: '',
  contracts: [],
  serviceTypes: [],
  countries: [],
  regions: [],
  transitDays: 1,
  pricing: {
    pricingMethod: 'By Parcel',
    primaryCosting: { ...NOTHING, fromParcel: 1, baseCost: pounds * 10_000, costingMatrix: [] },
    secondaryCosting: null,
  },
})

test('prices are in each client’s currency', async () => {
  const item = (before: number, after: number) => ({
    kind: 'method' as const,
    key: 'RM-48',
    name: '48',
    version: 1,
    before: method(before),
    after: method(after),
  })
  const changed = { outcome: 'changes' as const, reason: '', warnings: [] }
  await openScreen('/preview', { clients: ['ACME', 'HEUR'], client: 'ACME', currencies: { HEUR: 'EUR' } }, () => (
    <ChangePreview
      isLoading={false}
      clients={[
        { ...changed, client: 'ACME', items: [item(3, 4)] },
        { ...changed, client: 'HEUR', items: [item(5, 6)] },
      ]}
    />
  ))
  await screen.findByText(/£4\.00/)
  screen.getByText(/€6\.00/)
  expect(screen.queryByText(/£6\.00/)).toBeNull()
})
