import { z } from 'zod'
import {
  clientCode,
  givenId,
  instant,
  queryFlag,
  queryFlagOr,
  recordId,
  recordIds,
  recordVersions,
  requiredText,
  shownVersion,
  sortBy,
  text,
  wholeQueryPaging,
} from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { signInBlockRoutes } from './sign-in-blocks.ts'
import { updateUserBody, createUserBody, IMPORT_MODES, importVerdict, loginStatus, user } from './user.ts'

const SET_UP = 'setUpAndControl.userAdministration' as const
const MANAGE = `${SET_UP}.manageUsers` as const
const ACTIVATE = `${SET_UP}.activateUsers` as const
const LOGIN_STATUS = `${SET_UP}.multipleUsers.userLoginStatus` as const
const ADD = `${SET_UP}.multipleUsers.addMultipleUsers` as const
const AMEND = `${SET_UP}.multipleUsers.amendMultipleUsers` as const
const DELETE = `${SET_UP}.multipleUsers.deleteMultipleUsers` as const

export const USER_SORTS = ['username', 'first_name', 'last_name', 'role', 'created_on', 'last_login'] as const
export type UserSort = (typeof USER_SORTS)[number]
export const LOGIN_SORTS = ['username', 'since', 'last_used'] as const

/** Filters of a list of users. `search` is part of the username, the names or the email. */
const userFilter = {
  search: text(100, 'Search').optional(),
  role: recordId.optional(),
  client: clientCode.optional(),
  active: queryFlag.optional(),
  lock: queryFlag.optional(),
}
/** Specification 9: 'Default page size is 10 for invoice summary, invoice detail, roles and users.' */
const userPage = {
  ...userFilter,
  ...wholeQueryPaging(10),
  sort: sortBy(USER_SORTS, 'username'),
  desc: queryFlagOr(false),
}
const page = z.strictObject({ users: z.array(user), total: z.int() })
const idOrIds = z.strictObject({
  id: recordId.optional(),
  ids: recordIds.optional(),
  /** Versions that the caller saw. If one user has changed since, none is deleted. */
  versions: recordVersions.optional(),
})

export const users = routes({
  list: {
    method: 'GET',
    path: '/api/users',
    summary: 'A page of the users the caller may see; with id that one, with its role’s permissions',
    permission: { reads: [MANAGE, AMEND] },
    access: 'clients',
    query: z.strictObject({ id: recordId.optional(), ...userPage }),
    answer: page,
    errors: ['not_found'],
    audited: false,
    whole: 'users',
  },
  all: {
    method: 'GET',
    path: '/api/users/all',
    summary: 'All users that match, streamed (export)',
    permission: { reads: [MANAGE] },
    access: 'clients',
    query: z.strictObject(userFilter),
    answer: z.strictObject({ users: z.array(user) }),
    errors: [],
    audited: false,
    ownTransactions: true,
  },
  create: {
    method: 'POST',
    path: '/api/users',
    summary: 'Create a user; without a password the user is mailed a link to choose one',
    permission: { edits: [MANAGE] },
    access: 'clients',
    body: createUserBody,
    answer: z.strictObject({ message: z.string(), user, isInvited: z.boolean() }),
    errors: ['already_exists', 'unauthorized_access', 'idempotency_key_reused'],
    audited: 'user.created',
    idempotent: true,
  },
  update: {
    method: 'PUT',
    path: '/api/users',
    summary: 'Change a user; locking, deactivating, another role and another password act on the user’s next call',
    permission: { edits: [MANAGE] },
    access: 'clients',
    body: updateUserBody,
    answer: z.strictObject({ message: z.string(), user }),
    errors: ['not_found', 'already_exists', 'version_conflict', 'in_use', 'unauthorized_access'],
    audited: 'user.amended',
  },
  remove: {
    method: 'DELETE',
    path: '/api/users',
    summary: 'Delete users by id or ids, all or none; what they did stays in the audit under their name',
    permission: { edits: [MANAGE, DELETE] },
    access: 'clients',
    query: idOrIds,
    answer: z.strictObject({ message: z.string(), deleted: z.int() }),
    errors: ['not_found', 'version_conflict', 'in_use', 'unauthorized_access'],
    audited: 'user.deleted',
  },
  exist: {
    method: 'GET',
    path: '/api/users/exist',
    summary: 'Whether a username is taken: message says so, else it is empty',
    permission: { reads: [MANAGE, ADD] },
    access: 'none',
    query: z.strictObject({ username: requiredText(100, 'Username') }),
    answer: z.strictObject({ exists: z.boolean(), message: z.string() }),
    errors: [],
    audited: false,
  },
  loginStatus: {
    method: 'GET',
    path: '/api/users/islogin',
    summary: 'Who is signed in, since when, from where: one row a session',
    permission: { reads: [LOGIN_STATUS] },
    access: 'clients',
    query: z.strictObject({
      search: text(100, 'Search').optional(),
      ...wholeQueryPaging(10),
      sort: sortBy(LOGIN_SORTS, 'last_used'),
      desc: queryFlagOr(true),
    }),
    answer: z.strictObject({ sessions: z.array(loginStatus), total: z.int() }),
    errors: [],
    audited: false,
    whole: 'sessions',
  },
  activatable: {
    method: 'GET',
    path: '/api/users/activate',
    summary: 'A page of the users that are not active and that the caller may activate',
    permission: { reads: [ACTIVATE] },
    access: 'clients',
    query: z.strictObject(userPage),
    answer: page,
    errors: [],
    audited: false,
    whole: 'users',
  },
  activate: {
    method: 'POST',
    path: '/api/users/activate',
    summary: 'Activate users; who has an email address and no password yet is mailed a link to choose one',
    permission: { edits: [ACTIVATE] },
    access: 'clients',
    body: z.strictObject({
      users: z.strictObject({
        usernames: z.array(requiredText(100, 'Username')).min(1, 'Choose at least one user').max(1000),
        /** Versions that the caller saw, by username. Users who changed since are refused. */
        versions: z.record(z.string().max(100), shownVersion).optional(),
      }),
    }),
    answer: z.strictObject({
      message: z.string(),
      activated: z.int(),
      invited: z.int(),
      refused: z.array(z.strictObject({ username: z.string(), reason: z.string() })),
    }),
    errors: ['unauthorized_access'],
    audited: 'user.activated',
  },
  deletable: {
    method: 'GET',
    path: '/api/users/deletemultiple',
    summary: 'A page of the users that the caller may delete',
    permission: { reads: [DELETE] },
    access: 'clients',
    query: z.strictObject(userPage),
    answer: page,
    errors: [],
    audited: false,
    whole: 'users',
  },
  giveRole: {
    method: 'POST',
    path: '/api/users/roleupdate',
    summary: 'Give many users a role, as one act; refused ones are named, and then nothing is changed',
    permission: { edits: [AMEND] },
    access: 'clients',
    body: z.strictObject({
      ids: z.array(givenId).min(1, 'Choose at least one user').max(10_000, 'At most 10,000 users at once'),
      role: givenId,
    }),
    answer: z.strictObject({ message: z.string(), changed: z.int(), unchanged: z.int() }),
    errors: ['not_found', 'in_use', 'unauthorized_access', 'unprocessable'],
    audited: 'user.role-given',
  },
  import: {
    method: 'POST',
    path: '/api/users/import',
    summary: 'Add users from a CSV or XLSX file (form field file); mode check writes nothing and judges every row',
    permission: { edits: [ADD] },
    access: 'clients',
    query: z.strictObject({
      mode: z.enum(IMPORT_MODES, 'The mode is check, all-or-nothing or good-rows').default('all-or-nothing'),
      /** Id under which the progress can be polled. */
      run: z.uuid('A run is a UUID').optional(),
    }),
    body: 'multipart',
    answer: z.strictObject({
      /**
       * 200, or 422 if all-or-nothing found refused rows. Specification 5: 'succeeds only when no code or code 200'.
       */
      code: z.int(),
      message: z.string(),
      read: z.int(),
      created: z.int(),
      refused: z.int(),
      rows: z.array(importVerdict),
    }),
    errors: ['unsupported_file', 'too_large', 'unprocessable'],
    audited: 'user.imported',
    ownTransactions: true,
  },
  importProgress: {
    method: 'GET',
    path: '/api/users/import/progress',
    summary: 'How far an import of the caller’s own has come',
    permission: { reads: [ADD] },
    access: 'none',
    query: z.strictObject({ run: z.uuid('A run is a UUID') }),
    answer: z.strictObject({
      stage: z.enum(['waiting', 'reading', 'checking', 'writing', 'done']),
      done: z.int(),
      total: z.int(),
    }),
    errors: [],
    audited: false,
  },
  version: {
    method: 'GET',
    path: '/api/users/get-version',
    summary: 'The version of the portal, since when it runs, and whom to ask for help',
    permission: 'session',
    access: 'none',
    answer: z.strictObject({
      version: z.string(),
      startedAt: instant,
      contact: z.string().describe('Whom users ask for help; empty if nobody is named'),
    }),
    errors: [],
    audited: false,
  },
  ...signInBlockRoutes,
})
