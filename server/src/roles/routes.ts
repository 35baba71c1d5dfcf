import { roles } from '@despatch/contract/roles/roles'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const roleRoutes = bind(roles, {
  list: notYet,
  create: notYet,
  update: notYet,
  remove: notYet,
  types: notYet,
  exist: notYet,
})
