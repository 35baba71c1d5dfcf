import { describe, expect, test } from 'vitest'
import { SEES_EVERYTHING, SEES_NOTHING } from '../../administration/clients/visibility.ts'
import { EXCEPTION_REASONS } from './exception-reasons.ts'
import { redactMessage, redactReason } from './redact-reason.ts'
import { TOO_MANY_PARCELS } from './no-carrier-text.ts'
import { conflictText } from './text.ts'

const NONE = 'No carrier can take it as it is'
const CONFLICT = conflictText({
  product: 'SOFA. 3',
  holds: [
    { carrier: 'U.K. Mail', clientMethodID: null, customPreferenceIDs: ['FR1'], routes: ['SKU BOX-A'] },
    { carrier: 'DPD', clientMethodID: null, customPreferenceIDs: ['FR2'], routes: ['SKU BOX; B'] },
  ],
})
const FULL = 'Closest match: DPD Next Day – Tue 24 Nov: 16 of 89 parcels taken, 80 more do not fit'

test('a viewer who may see everything reads the stored reason', () => {
  expect(redactReason(FULL, SEES_EVERYTHING)).toBe(FULL)
})

describe('a viewer without rights reads it without carriers, money and capacity', () => {
  test.each([
    [FULL, 'No capacity is left on Tue 24 Nov'],
    [
      'Closest match: DPD – Tue 8 Sept: 1 of 1 parcels taken, 1 more does not fit; Consignment weight 23 kg is over the limit of 20 kg',
      'No capacity is left on Tue 8 Sept; Consignment weight 23 kg is over the limit of 20 kg',
    ],
    [
      'Closest match: DPD – No price for 19.8 kg on Mon 23 Nov: its bands end at 15 kg',
      'No carrier service is set up for it on Mon 23 Nov',
    ],
    ['Closest match: DPD – No price for it on Mon 23 Nov', 'No carrier service is set up for it on Mon 23 Nov'],
    ['Closest match: DPD – Does not carry NAMED DAY, only STANDARD or NEXT DAY', 'NAMED DAY is not available for it'],
    ['Closest match: DPD – Carries no service type', 'Its service is not available'],
    // As stored by earlier versions.
    ['DPD came nearest: Carries no service type', 'Its service is not available'],
    ['Closest match: DPD – Does not serve France, only United Kingdom', 'France is not served'],
    ['Closest match: DPD – Does not serve region BT, only AB and B', 'Region BT is not served'],
    [
      'Closest match: DPD – The postcode is of no known region, and only AB are served',
      'The postcode is of no known region',
    ],
    ['Closest match: DPD – Ready at 16:10, after the cut-off of 16:00', 'The cut-off has passed'],
    ['Closest match: DPD – Zeta Freight is not active', 'The carrier is not active'],
    [
      'Closest match: DPD – Zeta Freight is not active on Tue 24 Nov, only from 1 Jan 2027 on',
      'The carrier is not active on Tue 24 Nov',
    ],
    [
      'Closest match: DPD – Held to Zeta by the fixed route of SKU MUG-1, not to this method',
      'Fixed routing holds it to another carrier',
    ],
    ['Closest match: DPD – Volume 0.5 m³ is over the limit of 0.25 m³', 'Volume 0.5 m³ is over the limit of 0.25 m³'],
    ['Closest match: DPD – something nobody has thought of for £7.77', 'No carrier can take it as it is'],
    ['The client has no carrier services yet', 'The client has no carrier services yet'],
    [
      'Closest match: DPD – Carries no service type. Closest match: UPS – Does not serve France, only Spain.',
      'Its service is not available. France is not served.',
    ],
    [
      'Closest match: DPD – U.K. Mail is not active; Tue 24 Nov: 16 of 89 parcels taken, 80 more do not fit',
      'The carrier is not active; No capacity is left on Tue 24 Nov',
    ],
    ['Closest match: DPD; or U.K. Mail – Held to Zeta; Ltd. by the fixed route of SKU A. B, not to this method', NONE],
    ['U.K. Mail is full', NONE],
    [CONFLICT, 'Fixed routing holds its boxes to different carriers'],
    ['', ''],
  ])('%s', (reason, seen) => {
    expect(redactReason(reason, SEES_NOTHING)).toBe(seen)
  })
})

test('a viewer of other methods without capacity or costs reads the closest match', () => {
  expect(redactReason(FULL, { ...SEES_EVERYTHING, capacities: false })).toBe(
    'Closest match: DPD Next Day – No capacity is left on Tue 24 Nov',
  )
  expect(
    redactReason('Closest match: DPD – No price for 2 kg on Tue 24 Nov', { ...SEES_EVERYTHING, costs: false }),
  ).toBe('Closest match: DPD – No carrier service is set up for it on Tue 24 Nov')
})

test('a viewer of other methods only reads the reason from fixed routing', () => {
  expect(redactReason(CONFLICT, { ...SEES_EVERYTHING, costs: false, capacities: false })).toBe(CONFLICT)
})

test.each([...EXCEPTION_REASONS, TOO_MANY_PARCELS])('every viewer reads the stored reason: %s', (reason) => {
  expect(redactReason(reason, SEES_NOTHING)).toBe(reason)
})

describe('messages about an order for a viewer without rights', () => {
  test.each([
    ['Order A. B has been cancelled.', 'Order A. B has been cancelled.'],
    ['It is cancelled already', 'It is cancelled already'],
    [
      `Order A. B has been released, but no carrier is available yet. ${FULL}. Closest match: U.K.\u00A0Mail – Carries no service type.`,
      'Order A. B has been released, but no carrier is available yet. No capacity is left on Tue 24 Nov. Its service is not available.',
    ],
    [
      `Order A has not been released. No carrier available. ${CONFLICT}.`,
      `Order A has not been released. No carrier available. Fixed routing holds its boxes to different carriers.`,
    ],
    [
      `Order A has not been released. No carrier takes it. ${CONFLICT}.`,
      `Order A has not been released. No carrier takes it. Fixed routing holds its boxes to different carriers.`,
    ],
    [FULL, 'No capacity is left on Tue 24 Nov'],
    [CONFLICT, 'Fixed routing holds its boxes to different carriers'],
  ])('%s', (message, seen) => {
    expect(redactMessage(message, SEES_NOTHING)).toBe(seen)
    expect(redactMessage(message, SEES_EVERYTHING)).toBe(message)
  })
})
