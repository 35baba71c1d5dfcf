import { describe, expect, test } from 'vitest'
import { SEES_EVERYTHING, SEES_NOTHING } from '../../administration/clients/visibility.ts'
import { reasonSeen } from './seen-reason.ts'

const FULL = 'DPD Next Day came nearest: Tue 24 Nov: 16 of 89 parcels taken, 80 more do not fit'

test('who sees everything reads the reason as it is kept', () => {
  expect(reasonSeen(FULL, SEES_EVERYTHING)).toBe(FULL)
})

describe('who sees nothing of the operator’s business reads it without carriers, money and capacity', () => {
  test.each([
    [FULL, 'No capacity is left on Tue 24 Nov'],
    [
      'DPD came nearest: Tue 8 Sept: 1 of 1 parcels taken, 1 more does not fit; Consignment weight 23 kg is over the limit of 20 kg',
      'No capacity is left on Tue 8 Sept; Consignment weight 23 kg is over the limit of 20 kg',
    ],
    [
      'DPD came nearest: No price for 19.8 kg on Mon 23 Nov: its bands end at 15 kg',
      'No carrier service is set up for it on Mon 23 Nov',
    ],
    ['DPD came nearest: No price for it on Mon 23 Nov', 'No carrier service is set up for it on Mon 23 Nov'],
    ['DPD came nearest: Does not carry NAMED DAY, only STANDARD or NEXT DAY', 'NAMED DAY is not available for it'],
    ['DPD came nearest: Carries no service type', 'Its service is not available'],
    ['DPD came nearest: Does not serve France, only United Kingdom', 'France is not served'],
    ['DPD came nearest: Does not serve region BT, only AB and B', 'Region BT is not served'],
    [
      'DPD came nearest: The postcode is of no known region, and only AB are served',
      'The postcode is of no known region',
    ],
    ['DPD came nearest: Zeta Freight is not active', 'The carrier is not active'],
    [
      'DPD came nearest: Zeta Freight is not active on Tue 24 Nov, only from 1 Jan 2027 on',
      'The carrier is not active on Tue 24 Nov',
    ],
    [
      'DPD came nearest: Held to Zeta by the fixed route of SKU MUG-1, not to this method',
      'Fixed routing holds it to another carrier',
    ],
    ['DPD came nearest: Volume 0.5 m³ is over the limit of 0.25 m³', 'Volume 0.5 m³ is over the limit of 0.25 m³'],
    ['DPD came nearest: something nobody has thought of for £7.77', 'No carrier can take it as it is'],
    ['The client has no carrier services yet', 'The client has no carrier services yet'],
    [
      'Order A has been released, but no carrier takes it yet. DPD came nearest: Carries no service type. UPS came nearest: Does not serve France, only Spain.',
      'Order A has been released, but no carrier takes it yet. Its service is not available. France is not served.',
    ],
  ])('%s', (reason, seen) => {
    expect(reasonSeen(reason, SEES_NOTHING)).toBe(seen)
  })
})

test('who sees other methods, but no capacity or no costs, reads which came nearest', () => {
  expect(reasonSeen(FULL, { ...SEES_EVERYTHING, capacities: false })).toBe(
    'DPD Next Day came nearest: No capacity is left on Tue 24 Nov',
  )
  expect(reasonSeen('DPD came nearest: No price for 2 kg on Tue 24 Nov', { ...SEES_EVERYTHING, costs: false })).toBe(
    'DPD came nearest: No carrier service is set up for it on Tue 24 Nov',
  )
})
