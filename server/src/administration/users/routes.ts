import { users } from '@despatch/contract/administration/users/users'
import { bind } from '../../http/bind.ts'
import { activateUsers } from './activate-users.ts'
import { streamAllUsers } from './stream-all-users.ts'
import { createUser } from './create-user.ts'
import { giveRole } from './give-role.ts'
import { readImportProgress } from '../multiple-users/import-progress.ts'
import { importUsers } from '../multiple-users/import-users.ts'
import { listActivatable, listDeletable, listUsers } from './list-users.ts'
import { listLiveSessions } from '../user-login-status/list-live-sessions.ts'
import { removeUsers } from './remove-users.ts'
import { clearSignInBlocks, listSignInBlocks } from '../user-login-status/sign-in-blocks.ts'
import { updateUser } from './update-user.ts'
import { checkUserExists } from './user-exists.ts'
import { readPortalVersion } from './version.ts'

export const userRoutes = bind(users, {
  list: listUsers,
  all: streamAllUsers,
  create: createUser,
  update: updateUser,
  remove: removeUsers,
  exist: checkUserExists,
  loginStatus: listLiveSessions,
  activatable: listActivatable,
  activate: activateUsers,
  deletable: listDeletable,
  giveRole,
  import: importUsers,
  importProgress: readImportProgress,
  version: readPortalVersion,
  signInBlocks: listSignInBlocks,
  clearSignInBlocks,
})
