import { ROLE_TYPES } from '@despatch/domain/administration/roles/role-types'
import { z } from 'zod'
import {
  clientCode,
  givenId,
  queryFlag,
  queryFlagOr,
  recordId,
  recordIds,
  recordVersions,
  requiredText,
  sortBy,
  text,
  wholeQueryPaging,
} from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { permissions, savedPermissions } from '../../route/permissions.ts'
import { visibility } from '../../route/visibility.ts'

/** Specification 3, role. `client` is 'All_client' for a role that all clients share. */
export const role = z.strictObject({
  _id: recordId,
  code: z.string(),
  name: z.string(),
  client: z.string(),
  type: z.enum(ROLE_TYPES),
  active: z.boolean(),
  isIForce: z.boolean(),
  isAdministrator: z.boolean(),
  iforce_user: z.boolean(),
  /** Whether users with the role need a second factor. */
  mfaRequired: z.boolean(),
  version: z.int(),
  /** Number of users with the role that the caller may see. */
  users: z.int(),
  /** The operator's data that users with the role see, if their client shows it too. */
  sees: visibility,
  /** Left out in pages of a list. */
  permissions: permissions.optional(),
})
export type Role = z.infer<typeof role>

export const ROLE_SORTS = ['code', 'name', 'client', 'type', 'users'] as const
export type RoleSort = (typeof ROLE_SORTS)[number]

const roleFields = {
  code: z
    .string('Enter a code')
    .trim()
    .regex(/^[A-Za-z0-9._-]{1,40}$/, 'A code is 1 to 40 letters, digits, dots, hyphens or underscores'),
  name: requiredText(100, 'Name'),
  client: clientCode,
  type: z.enum(ROLE_TYPES, 'Choose a role type'),
  active: z.boolean('Active is either true or false'),
  mfaRequired: z.boolean('Either true or false'),
  permissions: savedPermissions,
  /** By default a new role shows what its maker's shows, and an existing one stays unchanged. */
  sees: visibility.optional(),
}
/** Body of the form for a new role. */
export const newRole = z.strictObject(roleFields)
export const amendedRole = z.strictObject({ _id: recordId, version: z.int().min(1).max(2_000_000_000), ...roleFields })

/** Flags by which the specification distinguishes role types. */
const typeFlags = {
  isIForce: z.boolean('Either true or false').optional(),
  iforce_user: z.boolean('Either true or false').optional(),
  isAdministrator: z.boolean('Either true or false').optional(),
}
/** Body of the create call. Without a type, the flags decide; without permissions, the role grants nothing. */
const createRoleBody = newRole.partial({ type: true, permissions: true }).extend({
  ...typeFlags,
  _id: z.string().optional(),
  active: roleFields.active.default(true),
  mfaRequired: roleFields.mfaRequired.default(false),
})
/** Body of the update call. Fields left out stay unchanged; without a version the last writer wins. */
const updateRoleBody = amendedRole.partial().extend({ ...typeFlags, _id: givenId })

const SET_UP = 'setUpAndControl.userAdministration' as const
const READING = [
  `${SET_UP}.rolesAndPermissions`,
  `${SET_UP}.manageUsers`,
  `${SET_UP}.multipleUsers.addMultipleUsers`,
  `${SET_UP}.multipleUsers.amendMultipleUsers`,
] as const
const EDITING = [`${SET_UP}.rolesAndPermissions`] as const

const rolePage = wholeQueryPaging(10)

export const roles = routes({
  list: {
    method: 'GET',
    path: '/api/roles',
    summary: 'A page of the roles; with id or ids those, with neither page nor limit all; these with their permissions',
    permission: { reads: READING },
    access: 'clients',
    query: z.strictObject({
      id: recordId.optional(),
      ids: recordIds.optional(),
      page: rolePage.page.unwrap().optional(),
      limit: rolePage.limit.unwrap().optional(),
      sort: sortBy(ROLE_SORTS, 'code'),
      desc: queryFlagOr(false),
      search: text(100, 'Search').optional(),
      type: z.enum(ROLE_TYPES).optional(),
      active: queryFlag.optional(),
      client: clientCode.optional(),
    }),
    answer: z.strictObject({ roles: z.array(role), total: z.int() }),
    errors: ['not_found'],
    audited: false,
    whole: 'roles',
  },
  create: {
    method: 'POST',
    path: '/api/roles',
    summary: 'Create a role; it may hold nothing that its maker does not hold',
    permission: { edits: EDITING },
    access: 'clients',
    body: createRoleBody,
    answer: z.strictObject({ message: z.string(), role }),
    errors: ['already_exists', 'unauthorized_access', 'idempotency_key_reused'],
    audited: 'role.created',
    idempotent: true,
  },
  update: {
    method: 'PUT',
    path: '/api/roles',
    summary: 'Change a role; it acts on the next call of everyone who has it',
    permission: { edits: EDITING },
    access: 'clients',
    body: updateRoleBody,
    answer: z.strictObject({ message: z.string(), role }),
    errors: ['not_found', 'already_exists', 'version_conflict', 'in_use', 'unauthorized_access', 'unprocessable'],
    audited: 'role.amended',
  },
  remove: {
    method: 'DELETE',
    path: '/api/roles',
    summary: 'Delete roles by id or ids; one that users have is refused, and nothing is deleted',
    permission: { edits: EDITING },
    access: 'clients',
    query: z.strictObject({
      id: recordId.optional(),
      ids: recordIds.optional(),
      /** Versions that the caller saw. If one role has changed since, none is deleted. */
      versions: recordVersions.optional(),
    }),
    answer: z.strictObject({ message: z.string(), deleted: z.int() }),
    errors: ['not_found', 'version_conflict', 'in_use', 'unauthorized_access'],
    audited: 'role.deleted',
  },
  types: {
    method: 'GET',
    path: '/api/roles/types',
    summary: 'The role types that the caller may make roles of, with what a role of each begins with',
    permission: { reads: READING },
    access: 'none',
    answer: z.strictObject({
      types: z.array(
        z.strictObject({
          type: z.enum(ROLE_TYPES),
          isIForce: z.boolean(),
          isAdministrator: z.boolean(),
          permissions,
        }),
      ),
    }),
    errors: [],
    audited: false,
  },
  exist: {
    method: 'POST',
    path: '/api/roles/exist',
    summary: 'Whether a role with this code or name exists for the client: message says so, else it is empty',
    permission: { reads: EDITING },
    access: 'clients',
    body: z.strictObject({ code: text(40, 'Code'), name: text(100, 'Name'), client: clientCode }),
    answer: z.strictObject({ message: z.string() }),
    errors: [],
    audited: false,
  },
})
