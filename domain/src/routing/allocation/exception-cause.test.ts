import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEES_NOTHING } from '../../administration/clients/visibility.ts'
import { exceptionCause, inactiveCarrierOf } from './exception-cause.ts'
import { EXCEPTION_REASONS } from './exception-reasons.ts'
import { redactReason } from './redact-reason.ts'

const DPD = 'Closest match: Next Day 12:00 (DPD UK) – '

test.each([
  ['Consignment weight 23 kg is over the limit of 20 kg', 'consignment weight over the limit', 'parcel-limits'],
  ['Tue 24 Nov: 16 of 89 parcels taken, 80 more do not fit', 'no capacity left', 'capacity'],
  ['No price for 19.8 kg on Mon 23 Nov: its bands end at 15 kg', 'no price for it', 'prices'],
  ['DHL is not active on Tue 24 Nov, only from 1 Oct 2026 to 8 Nov 2026', 'DHL is not active', 'active-dates'],
  ['DHL is not active', 'DHL is not active', 'active-dates'],
  ['Does not serve region BT1, only AB and B', 'region not served', 'prices'],
  ['Does not serve France, only United Kingdom', 'does not serve France', 'prices'],
  ['Does not carry NAMED DAY, only STANDARD', 'does not carry NAMED DAY', 'prices'],
  [
    'Held to DHL by the fixed route of SKU MUG-1, not to this method',
    'held to another carrier by fixed routing',
    'fixed-routing',
  ],
  ['The postcode is of no known region, and only AB are served', 'postcode of no known region', null],
  [
    'Length 200 cm is over the limit of 150 cm; Volume 2 m³ is over the limit of 1 m³',
    'length over the limit; volume over the limit',
    'parcel-limits',
  ],
  [
    'Length 200 cm is over the limit of 150 cm; No price for it on Mon 23 Nov',
    'length over the limit; no price for it',
    null,
  ],
  ['Ready at 16:10, after the cut-off of 16:00', 'the cut-off has passed', 'cut-offs'],
  ['Is of 3 kinds', 'is of … kinds', null],
])('what the closest match lacks is the cause, without its figures: %s', (told, text, fix) => {
  expect(exceptionCause(DPD + told)).toEqual({ text: `Next Day 12:00 (DPD UK): ${text}`, fix })
})

test.each([
  ['Next Day 12:00 (DPD UK): DHL is not active', 'DHL'],
  ['DHL Express is not active', 'DHL Express'],
  ['The carrier is not active', undefined],
  ['Next Day (DPD UK): no capacity left', undefined],
  ['Next Day (DPD UK): DHL is not active; no price for it', undefined],
])('the carrier that is not active is read from its cause: %s', (cause, carrier) => {
  expect(inactiveCarrierOf(cause)).toBe(carrier)
})

test('a reason without a closest match is its own cause', () => {
  for (const why of EXCEPTION_REASONS) expect(exceptionCause(why)).toEqual({ text: why, fix: null })
  const conflict = 'The boxes of SOFA; 3 travel with one method, and are held to DPD by the fixed route of BOX. 1'
  expect(exceptionCause(conflict)).toEqual({ text: conflict, fix: 'fixed-routing' })
})

test.each([
  ['Tue 24 Nov: 16 of 89 parcels taken, 80 more do not fit', 'No capacity left'],
  ['No price for 19.8 kg on Mon 23 Nov: its bands end at 15 kg', 'No carrier service is set up for it'],
  ['Ready at 16:10, after the cut-off of 16:00', 'The cut-off has passed'],
  ['DHL is not active on Tue 24 Nov, only from 1 Oct 2026 to 8 Nov 2026', 'The carrier is not active'],
  ['Does not serve region BT1, only AB and B', 'Region not served'],
])('users of clients read it without carriers: %s', (told, text) => {
  expect(exceptionCause(redactReason(DPD + told, SEES_NOTHING)).text).toBe(text)
})

test('different figures after the closest match have the same cause', () => {
  const figure = fc.integer({ min: 0, max: 99_999 })
  fc.assert(
    fc.property(figure, figure, figure, figure, (a, b, c, d) => {
      const told = (x: number, y: number) => [
        `Length ${x} cm is over the limit of ${y} cm`,
        `Tue 24 Nov: ${x} of ${y} parcels taken, 80 more do not fit`,
        `No price for ${x} kg on Mon 23 Nov: its bands end at ${y} kg`,
        `Does not serve region AB${x}, only BT${y}`,
        `Something of ${x} and ${y}`,
      ]
      const [ours, theirs] = [told(a, b), told(c, d)]
      for (const [at, one] of ours.entries())
        expect(exceptionCause(DPD + one)).toEqual(exceptionCause(DPD + String(theirs[at])))
    }),
  )
})
