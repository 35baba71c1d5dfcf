import { z } from 'zod'
import { carrierCode, optionalVersion, openRange, published } from '../rule-book/fields.ts'
import { clientCode } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

/** Specification 3: 'Carrier active flag values: 'Y' or 'N'.' */
const active = z.enum(['Y', 'N'], 'Either Y or N')

/** A carrier's active flag and dates for a client. No dates means always. */
export const carrierStatus = z.strictObject({
  client: clientCode,
  carrier: carrierCode,
  carrierName: z.string(),
  active,
  activeDates: z.array(openRange),
  /** The client's number of methods with this carrier. */
  methods: z.int(),
  version: z.int(),
})
export type CarrierStatus = z.infer<typeof carrierStatus>

export const MAX_ACTIVE_DATES = 200

export const amendedCarrierStatus = z.strictObject({
  client: clientCode,
  carrier: carrierCode,
  active,
  /** Ranges may not overlap; the server checks this and names both. */
  activeDates: z.array(openRange).max(MAX_ACTIVE_DATES, `A carrier has at most ${MAX_ACTIVE_DATES} ranges of dates`),
  version: optionalVersion,
})

const ACTIVE_DATES = 'carrierRoutingControl.carrierActiveDates' as const

export const carriers = routes({
  list: {
    method: 'GET',
    path: '/api/activeDates/carrier/list',
    summary: 'The carriers of a client, or of several, with whether and when each may be used',
    permission: { reads: [ACTIVE_DATES] },
    access: 'clients',
    answer: z.strictObject({ carriers: z.array(carrierStatus) }),
    errors: [],
    audited: false,
  },
  status: {
    method: 'GET',
    path: '/api/activeDates/carrier/status/:client/:carrier',
    summary: 'Whether and when one carrier may be used for a client',
    permission: { reads: [ACTIVE_DATES] },
    access: 'one-client',
    params: z.strictObject({ client: clientCode, carrier: carrierCode }),
    answer: carrierStatus,
    errors: ['not_found'],
    audited: false,
  },
  update: {
    method: 'PUT',
    path: '/api/activeDates/carrier/status/update',
    summary: 'Set whether and when a carrier may be used; publishes a version of the carrier rules',
    permission: { edits: [ACTIVE_DATES] },
    access: 'one-client',
    /** Missing dates stay as they are. */
    body: amendedCarrierStatus.partial({ activeDates: true }),
    answer: published,
    errors: ['not_found', 'version_conflict'],
    audited: 'rule-book.changed',
  },
})
