import { clients } from '@despatch/contract/clients/clients'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const clientRoutes = bind(clients, {
  list: notYet,
  create: notYet,
  update: notYet,
  remove: notYet,
  menuOptions: notYet,
  setMenuOptions: notYet,
  params: notYet,
  setParams: notYet,
})
