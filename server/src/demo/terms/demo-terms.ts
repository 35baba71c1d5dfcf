import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { CarrierTerms } from '@despatch/domain/routing/terms/carrier-terms'
import { ClientTerms } from '@despatch/domain/routing/terms/client-terms'
import { type StoredRow, toTerms } from '../../routing/terms/stored-terms.ts'
import { DEMO_PRINTERS, DEMO_TERMS } from '../demo-invoices.ts'

type Row = StoredRow extends infer Kind
  ? Kind extends StoredRow
    ? Pick<Kind, 'kind' | 'carrier' | 'terms'>
    : never
  : never
type AgreedRow = Extract<Row, { kind: 'agreed' }>['terms']

/** When ops.admin entered the terms: two weeks ago. */
export const termsEnteredAt = (now: Date): Date => new Date(now.getTime() - 14 * 24 * 3_600_000)

const ZONE = 'REMOTE'

/**
 * What is agreed with the demo's carriers. Until yesterday they billed fuel and surcharges as they pleased; from today on
 * fuel, and DPD's surcharge for remote areas, are always billed, so that allocation counts them.
 */
export function demoTerms(now: Date): Row[] {
  const today = dayOf(now)
  return [
    {
      kind: 'zone',
      carrier: 'DPD',
      terms: {
        code: ZONE,
        name: 'Highlands, islands and Northern Ireland',
        countries: ['GB'],
        postcodes: ['BT', 'HS', 'IV', 'KW', 'ZE', 'KA27-28', 'PA20-49', 'PH17-26'],
        from: '2020-01-01',
        to: null,
      },
    },
    ...(['DPD', 'DHL'] as const).flatMap((carrier) => chargesOf(carrier, today)),
    agreed('DPD', {
      chargeCode: DEMO_PRINTERS.DPD.remoteArea.code,
      chargeText: 'Remote area surcharge',
      category: DEMO_PRINTERS.DPD.remoteArea.category,
      amount: money(45_000),
      when: 'always',
      from: today,
      conditions: {
        countries: [],
        postcodes: [],
        zones: [ZONE],
        services: [],
        weekdays: [],
        weight: null,
        length: null,
        volume: null,
      },
    }),
    agreed('EVRI', {
      chargeText: 'Fuel surcharge',
      category: 'fuel',
      amount: percent('3'),
      when: 'always',
      from: today,
    }),
  ]
}

function chargesOf(carrier: 'DPD' | 'DHL', today: Day): Row[] {
  const { fuel, remoteArea, returned } = DEMO_TERMS[carrier]
  const printer = DEMO_PRINTERS[carrier]
  const fuels = { chargeText: 'Fuel surcharge', category: 'fuel' as const, amount: percent(String(fuel / 100)) }
  return [
    agreed(carrier, { ...fuels, to: addDays(today, -1) }),
    agreed(carrier, { ...fuels, when: 'always', from: today }),
    agreed(carrier, {
      chargeCode: printer.remoteArea.code,
      chargeText: 'Remote area',
      category: printer.remoteArea.category,
      amount: money(remoteArea),
    }),
    agreed(carrier, {
      chargeCode: printer.returned.code,
      chargeText: 'Return to sender',
      category: printer.returned.category,
      amount: money(returned),
    }),
  ]
}

const percent = (of: string): AgreedRow['amount'] => ({ kind: 'percent', percent: of, of: ['base'], per: 'detail' })
const money = (amount: number): AgreedRow['amount'] => ({
  kind: 'money',
  money: (amount / 10_000).toFixed(2),
  per: 'detail',
})

const agreed = (
  carrier: string,
  terms: Pick<AgreedRow, 'chargeText' | 'category' | 'amount'> & Partial<AgreedRow>,
): Row => ({
  kind: 'agreed',
  carrier,
  terms: {
    chargeCode: '',
    when: 'if billed',
    from: '2020-01-01',
    to: null,
    least: null,
    most: null,
    currency: 'GBP',
    ...terms,
  },
})

/** The terms as a client's orders of today and later count them. */
export function demoClientTerms(client: string, now: Date): ClientTerms {
  const rows = demoTerms(now).map((row, index): StoredRow => ({ ...row, id: index + 1, client: '', by: 'ops.admin' }))
  return new ClientTerms(new CarrierTerms(toTerms(rows)), { client, currency: 'GBP' })
}
