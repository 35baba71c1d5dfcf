import { readMinute } from '@despatch/domain/routing/cut-offs/cut-off'
import { z } from 'zod'
import { clientCode, day, instant, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { carrierCode, optionalVersion } from '../rule-book/fields.ts'

/**
 * When carriers take the last parcels of a day, for all clients, and how fast each client's orders leave. Times are on the
 * operator's clock.
 */
const SET_UP = 'carrierRoutingControl.carrierCapacitySetUp'
const STAFF_ONLY = 'Only the operator sets cut-offs.'
const MAX_EXCEPTIONS = 200

/** A time of day as '16:00'. */
const time = z
  .string('A time is a text like 16:00')
  .refine((entry) => readMinute(entry) !== undefined, 'A time looks like 16:00')

const cutOffKey = { carrier: carrierCode, service: text(100, 'Service').default('') }
const cutOffFields = {
  ...cutOffKey,
  /** Monday to Sunday; null has none of its own. */
  weekdays: z.array(time.nullable()).length(7, 'A week has seven days, Monday to Sunday'),
  /** Other cut-offs on single days; null has none on this day. */
  exceptions: z
    .array(z.strictObject({ day, time: time.nullable() }))
    .max(MAX_EXCEPTIONS, `At most ${MAX_EXCEPTIONS} days`)
    .refine((all) => new Set(all.map((one) => one.day)).size === all.length, 'Each day once')
    .default([]),
}

const despatchTimes = z.strictObject({
  client: clientCode,
  /** From the decision until the parcel is ready. */
  pickMinutes: z.int('Whole minutes').min(0, 'At least 0 minutes').max(720, 'At most 720 minutes'),
  /** An order without a despatch date leaves today if a carrier takes it. */
  isSameDay: z.boolean(),
  /** Orders received by this time are promised to leave the same day; null without a promise. */
  promisedBy: time.nullable(),
  version: z.int(),
})
export type DespatchTimes = z.infer<typeof despatchTimes>

const cutOffRule = z.strictObject({ ...cutOffFields, carrierName: z.string(), version: z.int() })
export type CutOffRow = z.infer<typeof cutOffRule>

export const cutOffs = routes({
  list: {
    method: 'GET',
    path: '/api/cut-offs',
    summary:
      'The cut-offs of carriers and services, the carriers to choose from, and how fast each client’s orders leave',
    permission: { reads: [SET_UP] },
    access: 'clients',
    operatorOnly: STAFF_ONLY,
    answer: z.strictObject({
      cutOffs: z.array(cutOffRule),
      carriers: z.array(
        z.strictObject({ carrier: z.string(), carrierName: z.string(), services: z.array(z.string()) }),
      ),
      clients: z.array(despatchTimes),
    }),
    errors: [],
    audited: false,
  },
  save: {
    method: 'PUT',
    path: '/api/cut-offs',
    summary: 'Set the cut-offs of a carrier, or of one of its services; version 0 adds them',
    permission: { edits: [SET_UP] },
    access: 'none',
    operatorOnly: STAFF_ONLY,
    body: z.strictObject({ ...cutOffFields, version: optionalVersion }),
    answer: z.strictObject({ message: z.string(), version: z.int() }),
    errors: ['version_conflict'],
    audited: 'carrier.cut-offs-set',
  },
  remove: {
    method: 'DELETE',
    path: '/api/cut-offs',
    summary: 'Remove the cut-offs of a carrier, or of one of its services',
    permission: { edits: [SET_UP] },
    access: 'none',
    operatorOnly: STAFF_ONLY,
    query: z.strictObject(cutOffKey),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found'],
    audited: 'carrier.cut-offs-set',
  },
  saveTimes: {
    method: 'PUT',
    path: '/api/despatch-times',
    summary: 'Set how fast a client’s orders leave: minutes of picking, same-day despatch, and the promised time',
    permission: { edits: [SET_UP] },
    access: 'clients',
    operatorOnly: STAFF_ONLY,
    body: despatchTimes.omit({ version: true }).extend({ version: optionalVersion }),
    answer: z.strictObject({ message: z.string(), version: z.int() }),
    errors: ['version_conflict', 'not_found'],
    audited: 'client.despatch-times-set',
  },
  today: {
    method: 'GET',
    path: '/api/cut-offs/today',
    summary: 'Today’s cut-offs with the orders that still have to reach them, the next one first',
    permission: { reads: ['orderManagement.viewNewOrders'] },
    access: 'clients',
    answer: z.strictObject({
      cutOffs: z.array(
        z.strictObject({
          client: z.string(),
          carrier: z.string(),
          carrierName: z.string(),
          /** '16:00'. */
          time: z.string(),
          /** The last moment at which picking may begin. */
          startBy: instant,
          /** New and released orders of today with it. */
          orders: z.int(),
        }),
      ),
    }),
    errors: [],
    audited: false,
  },
})
