import {
  ANY_ERASURE_REASON_CODES,
  ERASED_KIND_CODES,
  ERASURE_REASON_CODES,
  MAX_ORDERS_ERASED,
  MAX_ORDERS_FOUND,
  MAX_REQUEST_REFERENCE,
} from '@despatch/domain/enquiries/personal-data/person-records'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'
import { exportJob } from '../../route/exports.ts'
import { clientCode, instant, queryPaging, requiredProse, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName } from '../../route/visible.ts'

const PERSONAL_DATA = ['reportsAndEnquiries.personalData'] as const

const orderOfClient = z.strictObject({ clientCode, orderNumber: requiredText(50, 'Order number') })
const named = z.array(orderOfClient, 'Choose at least one order').min(1, 'Choose at least one order')
const orders = named.max(MAX_ORDERS_ERASED, `At most ${MAX_ORDERS_ERASED} orders at once`)

/** An order and the personal data stored for its customer. */
export const personRecord = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  orderDate: instant,
  Status: z.enum(ORDER_STATUS_CODES),
  customer: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.array(z.string()),
  postCode: z.string(),
  country: z.string(),
  parcels: z.int(),
  returns: z.int(),
  claims: z.int(),
  /** Notes that the caller may see. */
  notes: z.int(),
  /** Photos, and returns that the shopper began. */
  photos: z.int(),
  withdrawals: z.int(),
  isErased: z.boolean(),
  /** Reasons why it cannot be erased. */
  obstacles: z.array(z.string()),
})
export type PersonRecordDto = z.infer<typeof personRecord>

const person = z.strictObject({
  names: z.array(z.string()),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  addresses: z.array(z.string()),
  records: z.array(personRecord),
})
export type PersonDto = z.infer<typeof person>

const counts = z.array(z.strictObject({ kind: z.enum(ERASED_KIND_CODES), count: z.int() }))

export const erasure = z.strictObject({
  erasureId: z.string(),
  clientCode: z.string(),
  requestReference: z.string(),
  reason: z.enum(ANY_ERASURE_REASON_CODES),
  erasedAt: instant,
  erasedBy: personName(),
  orders: z.int(),
  counts,
})
export type ErasureDto = z.infer<typeof erasure>

export const personalData = routes({
  find: {
    method: 'POST',
    path: '/api/personal-data/find',
    summary:
      'What is kept about a person: orders by email, name, phone, postcode, address, order number, tracking number or return, grouped by person',
    permission: { reads: PERSONAL_DATA },
    access: 'clients',
    body: z.strictObject({ search: requiredText(254, 'What to look for') }),
    answer: z.strictObject({ people: z.array(person), isCutOff: z.boolean() }),
    errors: [],
    audited: false,
  },
  preview: {
    method: 'POST',
    path: '/api/personal-data/preview',
    summary: 'What erasing the person of some orders would replace, and what stands in the way; changes nothing',
    permission: { reads: PERSONAL_DATA },
    access: 'clients',
    body: z.strictObject({ orders }),
    answer: z.strictObject({ replaced: counts, obstacles: z.array(z.string()), alreadyErased: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
  export: {
    method: 'POST',
    path: '/api/personal-data/export',
    summary: 'Make one file of all that is kept about the person of some orders; it is among the caller’s files',
    permission: { reads: PERSONAL_DATA },
    access: 'clients',
    body: z.strictObject({
      orders: named.max(MAX_ORDERS_FOUND, `At most ${MAX_ORDERS_FOUND} orders at once`),
      /** 'zip' contains the workbook and the photos and evidence it names. */
      format: z.enum(['zip', 'xlsx', 'csv']).default('zip'),
    }),
    answer: exportJob,
    errors: ['not_found', 'too_many_attempts'],
    audited: 'person.exported',
  },
  erase: {
    method: 'POST',
    path: '/api/personal-data/erase',
    summary: 'Erase the person of some orders, for ever: all of them, or none where something stands in the way',
    permission: { edits: PERSONAL_DATA },
    access: 'clients',
    body: z.strictObject({
      orders,
      /** The operator's name for the request; it must not contain the person's name. */
      requestReference: requiredProse(MAX_REQUEST_REFERENCE, 'Request reference'),
      reason: z.enum(ERASURE_REASON_CODES, 'Choose a reason'),
    }),
    answer: z.strictObject({ message: z.string(), erasures: z.array(erasure) }),
    errors: ['not_found', 'already_exists', 'unprocessable'],
    audited: 'person.erased',
  },
  erasures: {
    method: 'GET',
    path: '/api/personal-data/erasures',
    summary: 'Erasure log, newest first: who, when, for which request, how much; nothing about the person',
    permission: { reads: PERSONAL_DATA },
    access: 'clients',
    query: z.strictObject({ ...queryPaging }),
    answer: z.strictObject({ erasures: z.array(erasure), hasMore: z.boolean() }),
    errors: [],
    audited: false,
  },
  exportErasures: {
    method: 'POST',
    path: '/api/personal-data/erasures/export',
    summary:
      'Make the list of erased orders, by which erasures are done again after a restore; it is among the caller’s files',
    permission: { reads: PERSONAL_DATA },
    access: 'clients',
    answer: exportJob,
    errors: ['too_many_attempts'],
    audited: 'person.list-exported',
  },
})
