import { z } from 'zod'
import { carrierCode } from '../routing/rule-book/fields.ts'
import { routes } from '../route/route.ts'

const CARRIER_DASHBOARD = 'reportsAndEnquiries.carrierDashboard'
const CARRIER_PERFORMANCE = 'reportsAndEnquiries.carrierPerformanceReport'

/** The refusal for client users who try to change them. */
const TARGETS_OPERATOR_ONLY = 'Targets of carriers are set by the operator alone.'

/** A percentage with at most one decimal; '' for no target. */
const percentOrEmpty = z
  .string('A target is a text like 98.5')
  .trim()
  .regex(/^(100(\.0)?|\d{1,2}(\.\d)?)?$/, 'A target is a percentage up to 100 with one decimal, such as 98.5')

/** The share of parcels on time that the operator expects of each carrier, for all clients. */
export const carrierTargets = routes({
  list: {
    method: 'GET',
    path: '/api/reports/carrier-targets',
    summary: 'The share of parcels on time that the operator expects of each carrier, in percent',
    permission: { reads: [CARRIER_DASHBOARD, CARRIER_PERFORMANCE] },
    access: 'none',
    answer: z.strictObject({ targets: z.array(z.strictObject({ carrier: z.string(), onTime: z.number() })) }),
    errors: [],
    audited: false,
  },
  save: {
    method: 'PUT',
    path: '/api/reports/carrier-targets',
    summary: 'Set targets of carriers, or remove those that are empty; other carriers keep theirs; for internal users',
    permission: { edits: [CARRIER_PERFORMANCE] },
    access: 'none',
    operatorOnly: TARGETS_OPERATOR_ONLY,
    body: z.strictObject({
      targets: z
        .array(z.strictObject({ carrier: carrierCode, onTime: percentOrEmpty }))
        .max(200, 'At most 200 targets'),
    }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['unauthorized_access'],
    audited: 'carrier.targets-set',
  },
})
