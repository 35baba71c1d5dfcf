import { users } from '@despatch/contract/administration/users/users'
import { bind } from '../../http/bind.ts'
import { activateUsers } from './activate-users.ts'
import { allUsers } from './all-users.ts'
import { createUser } from './create-user.ts'
import { giveRole } from './give-role.ts'
import { importProgress } from '../multiple-users/import-progress.ts'
import { importUsers } from '../multiple-users/import-users.ts'
import { listActivatable, listDeletable, listUsers } from './list-users.ts'
import { loginStatus } from '../user-login-status/login-status.ts'
import { removeUsers } from './remove-users.ts'
import { clearSignInBlocks, listSignInBlocks } from '../user-login-status/sign-in-blocks.ts'
import { updateUser } from './update-user.ts'
import { userExists } from './user-exists.ts'
import { portalVersion } from './version.ts'

export const userRoutes = bind(users, {
  list: listUsers,
  all: allUsers,
  create: createUser,
  update: updateUser,
  remove: removeUsers,
  exist: userExists,
  loginStatus,
  activatable: listActivatable,
  activate: activateUsers,
  deletable: listDeletable,
  giveRole,
  import: importUsers,
  importProgress,
  version: portalVersion,
  signInBlocks: listSignInBlocks,
  clearSignInBlocks,
})
