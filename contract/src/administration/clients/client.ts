import { daysBetween } from '@despatch/domain/calendar/day'
import { MAX_CLOSED_IN_A_ROW, NO_CALENDAR } from '@despatch/domain/administration/clients/client-calendar'
import { HOLIDAY_SETS } from '@despatch/domain/administration/clients/holiday-sets'
import { z } from 'zod'
import { clientCode, day, requiredText, text } from '../../route/fields.ts'

export const flag = z.boolean('Either true or false')
const child = z.strictObject({
  childCode: z
    .string('Enter a code')
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,20}$/, 'A code is 1 to 20 letters, digits, _ and -'),
  childActive: flag,
})

const calendarDay = day.refine((text) => text >= '2000-01-01' && text <= '2099-12-31', 'A day lies in 2000 to 2099')

/**
 * Days on which a client neither despatches nor receives, besides Saturday and Sunday: see the domain's ClientCalendar.
 */
export const clientCalendar = z.strictObject({
  /** A published holiday set; '' for none. */
  holidays: z
    .string('Holidays are missing')
    .refine((code) => code === '' || HOLIDAY_SETS.includes(code), 'There is no such set of holidays'),
  /** The client's own days off. */
  closed: z
    .array(
      z
        .strictObject({ from: calendarDay, to: calendarDay, name: requiredText(100, 'Name') })
        .refine(({ from, to }) => from <= to, {
          path: ['to'],
          message: 'Choose a day that is no earlier than the first',
        })
        .refine(({ from, to }) => daysBetween(from, to) < MAX_CLOSED_IN_A_ROW, {
          path: ['to'],
          message: `At most ${MAX_CLOSED_IN_A_ROW} days in a row`,
        }),
    )
    .max(100, 'You can add up to 100 lines'),
  /** Holidays of the set that the client works. */
  worked: z.array(calendarDay).max(200, 'A calendar has at most 200 holidays that are worked'),
})

/** Specification 3, client. The code is the id and never changes. */
export const client = z.strictObject({
  _id: clientCode,
  code: clientCode,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  children: z.array(child),
  currencyCode: z.string(),
  /** Whether the client's users need a second factor. */
  mfaRequired: z.boolean(),
  calendar: clientCalendar,
  version: z.int(),
  users: z.int(),
})
export type Client = z.infer<typeof client>

export const CLIENT_SORTS = ['code', 'name', 'currencyCode', 'users'] as const
export type ClientSort = (typeof CLIENT_SORTS)[number]

const clientFields = {
  name: requiredText(100, 'Name'),
  description: text(500, 'Description'),
  active: flag,
  children: z
    .array(child)
    .max(100, 'A client can have up to 100 sub-accounts')
    .refine(
      (children) => new Set(children.map(({ childCode }) => childCode.toLowerCase())).size === children.length,
      'Two sub-accounts have the same code',
    ),
  currencyCode: z.string('Choose a currency').regex(/^[A-Z]{3}$/, 'A currency is three capitals, like GBP'),
  mfaRequired: flag,
}
export const newClient = z.strictObject({
  code: clientCode.refine((code) => code.toLowerCase() !== 'all_client', 'All_client stands for all clients'),
  ...clientFields,
  calendar: clientCalendar.default({ ...NO_CALENDAR, closed: [], worked: [] }),
})
export const amendedClient = z.strictObject({
  _id: clientCode,
  version: z.int().min(1).max(2_000_000_000),
  ...clientFields,
  /** Unchanged if left out. */
  calendar: clientCalendar.optional(),
})

/** Body of the create call. The code is also accepted as _id. */
export const createClientBody = newClient.extend({
  _id: z.string().optional(),
  description: clientFields.description.default(''),
  active: clientFields.active.default(true),
  children: clientFields.children.default([]),
  mfaRequired: clientFields.mfaRequired.default(false),
})
/** Body of the update call, by _id or code. Fields left out stay unchanged; without a version the last writer wins. */
export const updateClientBody = amendedClient
  .partial()
  .extend({ code: clientCode.optional() })
  .refine(({ _id, code }) => (_id ?? code) !== undefined, { path: ['code'], message: 'Enter a code' })
  .refine(({ _id, code }) => _id === undefined || code === undefined || _id === code, {
    path: ['code'],
    message: 'A client keeps its code: _id and code are the same',
  })
