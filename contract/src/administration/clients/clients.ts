import { CLIENT_SETTINGS, type ClientSetting } from '@despatch/domain/administration/clients/client-settings'
import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { z } from 'zod'
import { clientCode, queryFlag, queryFlagOr, requiredText, sortBy, text, wholeQueryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { updateClientBody, client, clientCalendar, CLIENT_SORTS, flag, createClientBody } from './client.ts'

/** The refusal for client users who try to change clients. */
export const CLIENTS_OPERATOR_ONLY = 'Clients are the operator’s to change.'

export const clientParams = z.strictObject({
  orderReturnsEnquiry: flag,
  parcelDeliveryStatus: flag,
  newOrderLine: flag,
  orderLineValue: flag,
})

/** The settings of a client beyond the four flags: see the domain's client-settings. */
export const clientSettings = z.strictObject(
  Object.fromEntries(CLIENT_SETTINGS.map((setting) => [setting, flag])) as Record<ClientSetting, typeof flag>,
)
const settingsAnswer = z.strictObject({
  client: clientCode,
  /** Number of saves; 0 if nobody has set any. */
  version: z.int(),
  settings: clientSettings,
})

const LEAVES = menuLeaves().map(({ leaf }) => leaf)
const leaf = z.string().refine((path): path is LeafPath => LEAVES.includes(path as LeafPath), 'No such menu entry')

/** Menu entries that a client's contract covers, and entries that are switched off for the time being. */
export const menuOptions = z.strictObject({
  client: clientCode,
  version: z.int().min(1).max(2_000_000_000),
  covered: z.array(leaf).max(200),
  /** Disabled objects. Everyone who would use the entry sees the reason. */
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
      ...wholeQueryPaging(50),
      sort: sortBy(CLIENT_SORTS, 'code'),
      desc: queryFlagOr(false),
      search: text(100, 'Search').optional(),
      active: queryFlag.optional(),
    }),
    answer: z.strictObject({ clients: z.array(client), total: z.int() }),
    errors: ['not_found'],
    audited: false,
    whole: 'clients',
  },
  create: {
    method: 'POST',
    path: '/api/clients',
    summary: 'Create a client; internal users alone may',
    permission: { edits: [LIST] },
    access: 'none',
    operatorOnly: CLIENTS_OPERATOR_ONLY,
    body: createClientBody,
    answer: z.strictObject({ message: z.string(), client }),
    errors: ['already_exists', 'unauthorized_access', 'idempotency_key_reused'],
    audited: 'client.created',
    idempotent: true,
  },
  update: {
    method: 'PUT',
    path: '/api/clients',
    summary: 'Change a client; closing one acts on its users’ next call',
    permission: { edits: [LIST] },
    access: 'none',
    operatorOnly: CLIENTS_OPERATOR_ONLY,
    body: updateClientBody,
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
    operatorOnly: CLIENTS_OPERATOR_ONLY,
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
    operatorOnly: CLIENTS_OPERATOR_ONLY,
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
    /** Flags left out stay unchanged. */
    body: z.strictObject({ clientCode, params: clientParams.partial() }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unauthorized_access'],
    audited: 'client.params-set',
  },
  settings: {
    method: 'GET',
    path: '/api/clients/settings',
    summary: 'The settings of a client beyond its four flags: what its users see, for one',
    permission: { reads: [PARAMETERS] },
    access: 'none',
    query: z.strictObject({ client: clientCode }),
    answer: settingsAnswer,
    errors: ['not_found'],
    audited: false,
  },
  setSettings: {
    method: 'PUT',
    path: '/api/clients/settings',
    summary: 'Set some of them, the others stay; it acts on the next call of the client’s users',
    permission: { edits: [PARAMETERS] },
    access: 'none',
    operatorOnly: CLIENTS_OPERATOR_ONLY,
    body: z.strictObject({
      client: clientCode,
      /** Left out, the last writer wins. */
      version: z.int().min(0).max(2_000_000_000).optional(),
      settings: clientSettings.partial(),
    }),
    answer: settingsAnswer.extend({ message: z.string() }),
    errors: ['not_found', 'version_conflict', 'unauthorized_access'],
    audited: 'client.settings-set',
  },
})
