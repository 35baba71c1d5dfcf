import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { z } from 'zod'
import { instant, queryFlagOr, queryPaging, requiredText, sortBy, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName } from '../../route/visible.ts'

/** The refusal for client users who try to change codes. */
export const EVENT_CODES_OPERATOR_ONLY =
  'What a carrier’s code means holds for every client: internal users alone change it.'

/** Possible meanings: every state except 'unknown', which codes without a meaning have. */
export const ASSIGNABLE_STATES = DELIVERY_STATE_CODES.filter((state) => state !== 'unknown')

/** A carrier's event code with its meaning and its number of events. */
export const eventCode = z.strictObject({
  carrier: z.string(),
  code: z.string(),
  /** 'unknown' without a meaning; its events are still saved. */
  state: z.enum(DELIVERY_STATE_CODES),
  /** The incident reason that the code implies, if any. */
  reason: z.string(),
  description: z.string(),
  /** 0 without a stored meaning: the code is unknown, or the name of a state. */
  version: z.int(),
  changedAt: instant.nullable(),
  changedBy: personName(),
  /** Events of the caller's clients with it, and their first and last time; null if none. */
  events: z.int(),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** The carrier's latest description. */
  said: z.string(),
})
export type EventCode = z.infer<typeof eventCode>

export const EVENT_CODE_SORTS = ['carrier', 'code', 'state', 'events', 'lastAt'] as const
export type EventCodeSort = (typeof EVENT_CODE_SORTS)[number]

const key = { carrier: requiredText(50, 'Carrier'), code: requiredText(50, 'Event code') }
const version = z.int('A version is a whole number').min(0).max(2_000_000_000)

/** `version` 0 is a code without a stored meaning. */
export const setEventCode = z.strictObject({
  ...key,
  state: z.enum(ASSIGNABLE_STATES, 'Choose a meaning'),
  reason: text(200, 'Reason'),
  description: text(200, 'Description'),
  version,
})

const CODES = 'feeds.carrierEventCodes' as const

/** Meanings of carriers' event codes. Source: domain.md, 'Carrier events are kept raw and normalised'. */
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
      /** Unknown codes and their events, ignoring the list's filters. */
      unknown: z.strictObject({ codes: z.int(), events: z.int() }),
      /** Carriers with codes, at most 200. */
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
