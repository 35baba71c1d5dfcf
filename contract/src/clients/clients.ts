import { daysBetween } from '@despatch/domain/calendar/day'
import { MOST_CLOSED_IN_A_ROW, NO_CALENDAR } from '@despatch/domain/clients/client-calendar'
import { HOLIDAY_SETS } from '@despatch/domain/clients/holiday-sets'
import { type LeafPath, menuLeaves } from '@despatch/domain/roles/menu'
import { z } from 'zod'
import { clientCode, day, queryFlag, queryPaging, requiredText, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'

const flag = z.boolean('Either true or false')
const child = z.strictObject({
  childCode: z
    .string('Code is missing')
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,20}$/, 'A code is 1 to 20 letters, digits, _ and -'),
  childActive: flag,
})

const calendarDay = day.refine((text) => text >= '2000-01-01' && text <= '2099-12-31', 'A day lies in 2000 to 2099')

/** The days on which nothing is despatched or delivered for a client, beside Saturday and Sunday: see the domain's ClientCalendar. */
export const clientCalendar = z.strictObject({
  /** A published set of holidays, '' for none. */
  holidays: z
    .string('Holidays are missing')
    .refine((code) => code === '' || HOLIDAY_SETS.includes(code), 'There is no such set of holidays'),
  /** Days added to the set. */
  closed: z
    .array(
      z
        .strictObject({ from: calendarDay, to: calendarDay, name: requiredText(100, 'Name') })
        .refine(({ from, to }) => from <= to, {
          path: ['to'],
          message: 'Choose a day that is no earlier than the first',
        })
        .refine(({ from, to }) => daysBetween(from, to) < MOST_CLOSED_IN_A_ROW, {
          path: ['to'],
          message: `At most ${MOST_CLOSED_IN_A_ROW} days in a row`,
        }),
    )
    .max(100, 'A calendar has at most 100 lines of its own'),
  /** Days of the set that are worked all the same. */
  worked: z.array(calendarDay).max(200, 'A calendar has at most 200 holidays that are worked'),
})

/** Specification 3, client. Its code is its id: it never changes. */
export const client = z.strictObject({
  _id: clientCode,
  code: clientCode,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  children: z.array(child),
  currencyCode: z.string(),
  /** The client's users need a second factor to sign in. */
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
    .max(100, 'A client has at most 100 sub-accounts')
    .refine(
      (children) => new Set(children.map(({ childCode }) => childCode.toLowerCase())).size === children.length,
      'Two sub-accounts have the same code',
    ),
  currencyCode: z.string('Currency is missing').regex(/^[A-Z]{3}$/, 'A currency is three capitals, like GBP'),
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
  /** Left out, it stays as it is. */
  calendar: clientCalendar.optional(),
})

/** The four flags of a client. */
export const clientParams = z.strictObject({
  orderReturnsEnquiry: flag,
  parcelDeliveryStatus: flag,
  newOrderLine: flag,
  orderLineValue: flag,
})

const LEAVES = menuLeaves().map(({ leaf }) => leaf)
const leaf = z.string().refine((path): path is LeafPath => LEAVES.includes(path as LeafPath), 'No such menu entry')

/** What a client's contract covers of the menu, and what is switched off for the time being. */
export const menuOptions = z.strictObject({
  client: clientCode,
  version: z.int().min(1).max(2_000_000_000),
  covered: z.array(leaf).max(200),
  /** Disabled objects. The reason is shown to whoever would use the entry. */
  switchedOff: z.array(z.strictObject({ entry: leaf, reason: requiredText(200, 'Reason') })).max(200),
})

const SET_UP = 'setUpAndControl.clientAdministration' as const
const LIST = `${SET_UP}.clientList` as const
const OPTIONS = `${SET_UP}.clientMenuOptions` as const
const PARAMETERS = `${SET_UP}.clientSpecificParameters` as const
const codes = z
  .string('Ids are missing')
  .regex(/^[A-Za-z0-9_-]{1,20}(,[A-Za-z0-9_-]{1,20}){0,199}$/, 'Client codes with commas between them, 200 at most')

export const clients = routes({
  list: {
    method: 'GET',
    path: '/api/clients',
    summary: 'A page of the clients: all for internal users, else the caller’s own',
    permission: { reads: [LIST, OPTIONS, PARAMETERS] },
    access: 'none',
    query: z.strictObject({
      id: clientCode.optional(),
      ...queryPaging,
      sort: z.enum(CLIENT_SORTS).default('code'),
      desc: queryFlag.prefault('false'),
      search: text(100, 'Search').optional(),
      active: queryFlag.optional(),
    }),
    answer: z.strictObject({ clients: z.array(client), total: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
  create: {
    method: 'POST',
    path: '/api/clients',
    summary: 'Create a client; internal users alone may',
    permission: { edits: [LIST] },
    access: 'none',
    body: newClient,
    answer: z.strictObject({ message: z.string(), client }),
    errors: ['already_exists', 'unauthorized_access'],
    audited: 'client.created',
  },
  update: {
    method: 'PUT',
    path: '/api/clients',
    summary: 'Change a client; closing one acts on its users’ next call',
    permission: { edits: [LIST] },
    access: 'none',
    body: amendedClient,
    answer: z.strictObject({ message: z.string(), client }),
    errors: ['not_found', 'version_conflict', 'unauthorized_access'],
    audited: 'client.amended',
  },
  remove: {
    method: 'DELETE',
    path: '/api/clients',
    summary: 'Delete clients by id or ids; one that has users, roles or goods is refused with what holds it',
    permission: { edits: [LIST] },
    access: 'none',
    query: z.strictObject({ id: clientCode.optional(), ids: codes.optional() }),
    answer: z.strictObject({ message: z.string(), deleted: z.int() }),
    errors: ['not_found', 'in_use', 'unauthorized_access'],
    audited: 'client.deleted',
  },
  calendarPreview: {
    method: 'POST',
    path: '/api/clients/calendar/preview',
    summary: 'The days of the coming year that a calendar would take off; nothing is kept',
    permission: { reads: [LIST] },
    access: 'none',
    body: z.strictObject({ calendar: clientCalendar }),
    answer: z.strictObject({
      days: z.array(z.strictObject({ day: z.string(), name: z.string(), isOwn: z.boolean(), isWorked: z.boolean() })),
    }),
    errors: [],
    audited: false,
  },
  daysOff: {
    method: 'GET',
    path: '/api/clients/days-off',
    summary:
      'The days of the coming year on which nothing is despatched or delivered for the client, weekends left out',
    permission: 'session',
    access: 'one-client',
    answer: z.strictObject({ days: z.array(z.strictObject({ day: z.string(), name: z.string() })) }),
    errors: [],
    audited: false,
  },
  menuOptions: {
    method: 'GET',
    path: '/api/clients/menu-options',
    summary: 'Which menu entries a client’s contract covers, and which are switched off',
    permission: { reads: [OPTIONS] },
    access: 'none',
    query: z.strictObject({ client: clientCode }),
    answer: menuOptions,
    errors: ['not_found'],
    audited: false,
  },
  setMenuOptions: {
    method: 'PUT',
    path: '/api/clients/menu-options',
    summary: 'Set them; it acts on the next call of the client’s users',
    permission: { edits: [OPTIONS] },
    access: 'none',
    body: menuOptions,
    answer: z.strictObject({ message: z.string(), options: menuOptions }),
    errors: ['not_found', 'version_conflict', 'unauthorized_access'],
    audited: 'client.menu-options-set',
  },
  params: {
    method: 'POST',
    path: '/api/orders/clients/params/get',
    summary: 'The four flags of a client',
    permission: {
      reads: [PARAMETERS, 'orderManagement.createNewOrder', 'orderManagement.orderSuspendAmendOrCancel'],
    },
    access: 'none',
    body: z.strictObject({ clientCode }),
    answer: z.strictObject({ clientCode, params: clientParams }),
    errors: ['not_found'],
    audited: false,
  },
  setParams: {
    method: 'POST',
    path: '/api/orders/clients/params/set',
    summary: 'Set the four flags of a client',
    permission: { edits: [PARAMETERS] },
    access: 'none',
    body: z.strictObject({ clientCode, params: clientParams }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unauthorized_access'],
    audited: 'client.params-set',
  },
})
