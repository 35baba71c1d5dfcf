import { roles } from '@despatch/contract/administration/roles/roles'
import { bind } from '../../http/bind.ts'
import { createRole } from './create-role.ts'
import { listRoles } from './list-roles.ts'
import { removeRoles } from './remove-roles.ts'
import { checkRoleExists } from './role-exists.ts'
import { listRoleTypes } from './role-types.ts'
import { updateRole } from './update-role.ts'

export const roleRoutes = bind(roles, {
  list: listRoles,
  create: createRole,
  update: updateRole,
  remove: removeRoles,
  types: listRoleTypes,
  exist: checkRoleExists,
})
