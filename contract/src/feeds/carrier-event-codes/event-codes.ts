import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { z } from 'zod'
import { instant, queryFlagOr, queryPaging, requiredText, sortBy, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName } from '../../route/visible.ts'

/** The refusal for users of clients who try to change them. */
export const EVENT_CODES_OPERATOR_ONLY =
  'What a carrier’s code means holds for every client: internal users alone change it.'

/** What a code may mean: every state but 'unknown', which is what a code without a meaning has. */
export const MEANT_STATES = DELIVERY_STATE_CODES.filter((state) => state !== 'unknown')

/** A carrier's event code: what it means, and how often it came. */
export const eventCode = z.strictObject({
  carrier: z.string(),
  code: z.string(),
  /** 'unknown' where nobody has said what it means; its events are kept all the same. */
  state: z.enum(DELIVERY_STATE_CODES),
  /** The incident reason that it stands for, if any. */
  reason: z.string(),
  description: z.string(),
  /** 0 where it stands in no table: nobody knows it, or it is the name of a state itself. */
  version: z.int(),
  changedAt: instant.nullable(),
  changedBy: personName(),
  /** How many events of the caller's clients came with it, and when; null where none did. */
  events: z.int(),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** What the carrier said with it last. */
  said: z.string(),
})
export type EventCode = z.infer<typeof eventCode>

export const EVENT_CODE_SORTS = ['carrier', 'code', 'state', 'events', 'lastAt'] as const
export type EventCodeSort = (typeof EVENT_CODE_SORTS)[number]

const key = { carrier: requiredText(50, 'Carrier'), code: requiredText(50, 'Event code') }
const version = z.int('A version is a whole number').min(0).max(2_000_000_000)

/** What a form for a code sends; `version` 0 is a code that stands in no table yet. */
export const setEventCode = z.strictObject({
  ...key,
  state: z.enum(MEANT_STATES, 'Choose what it means'),
  reason: text(200, 'Reason'),
  description: text(200, 'Description'),
  version,
})

const CODES = 'feeds.carrierEventCodes' as const

/** domain.md: 'Carrier events are kept raw and normalised'; the tables by which they are. */
export const eventCodes = routes({
  eventCodes: {
    method: 'GET',
    path: '/api/feeds/event-codes',
    summary: 'Carriers’ event codes with what they mean, and those that came and that nobody knows',
    permission: { reads: [CODES, 'feeds.deliveryEventsFeed'] },
    access: 'clients',
    query: z.strictObject({
      ...queryPaging,
      sort: sortBy(EVENT_CODE_SORTS, 'carrier'),
      desc: queryFlagOr(false),
      search: text(100, 'Search').optional(),
      carrier: text(50, 'Carrier').optional(),
      code: text(50, 'Event code').optional(),
      state: z.enum(DELIVERY_STATE_CODES).optional(),
    }),
    answer: z.strictObject({
      codes: z.array(eventCode),
      total: z.int(),
      /** Of all codes, whatever the list is narrowed to: how many nobody knows, and how many events have those. */
      unknown: z.strictObject({ codes: z.int(), events: z.int() }),
      /** The carriers that have codes, 200 at most. */
      carriers: z.array(z.string()),
    }),
    errors: [],
    audited: false,
  },
  setEventCode: {
    method: 'PUT',
    path: '/api/feeds/event-codes',
    summary: 'Say what a code means, for all clients; internal users alone may. Events that came with it take it on',
    permission: { edits: [CODES] },
    access: 'none',
    operatorOnly: EVENT_CODES_OPERATOR_ONLY,
    body: setEventCode,
    answer: z.strictObject({ message: z.string(), code: eventCode.pick({ version: true, state: true }) }),
    errors: ['version_conflict', 'unauthorized_access'],
    audited: 'feed.event-code-set',
  },
  deleteEventCode: {
    method: 'DELETE',
    path: '/api/feeds/event-codes',
    summary: 'Forget what a code means; internal users alone may. Events that came with it are read again without it',
    permission: { edits: [CODES] },
    access: 'none',
    operatorOnly: EVENT_CODES_OPERATOR_ONLY,
    query: z.strictObject({
      ...key,
      version: z
        .string()
        .regex(/^\d{1,9}$/, 'A version is a whole number')
        .transform(Number),
    }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'version_conflict', 'unauthorized_access'],
    audited: 'feed.event-code-deleted',
  },
})
