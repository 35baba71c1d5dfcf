import { carriers } from '@despatch/contract/carriers/carriers'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const carrierRoutes = bind(carriers, {
  list: notYet,
  status: notYet,
  update: notYet,
})
