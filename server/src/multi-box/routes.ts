import { multiBox } from '@despatch/contract/multi-box/multi-box'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const multiBoxRoutes = bind(multiBox, {
  list: notYet,
  update: notYet,
  componentExceptions: notYet,
  goods: notYet,
  setGoods: notYet,
})
