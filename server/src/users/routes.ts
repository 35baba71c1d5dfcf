import { users } from '@despatch/contract/users/users'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const userRoutes = bind(users, {
  list: notYet,
  all: notYet,
  create: notYet,
  update: notYet,
  remove: notYet,
  exist: notYet,
  loginStatus: notYet,
  activatable: notYet,
  activate: notYet,
  deletable: notYet,
  giveRole: notYet,
  import: notYet,
  importProgress: notYet,
  version: notYet,
})
