import { multiBox } from '@despatch/contract/routing/multi-box-products/multi-box'
import { bind } from '../../http/bind.ts'
import { listComponentExceptions } from './component-exceptions.ts'
import { readGoods } from './goods.ts'
import { listMultiBox } from './list-multi-box.ts'
import { setGoods } from './set-goods.ts'
import { updateMultiBox } from './update-multi-box.ts'

export const multiBoxRoutes = bind(multiBox, {
  list: listMultiBox,
  update: updateMultiBox,
  componentExceptions: listComponentExceptions,
  goods: readGoods,
  setGoods,
})
