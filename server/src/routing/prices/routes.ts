import { prices } from '@despatch/contract/routing/prices/prices'
import { bind } from '../../http/bind.ts'
import { createMethod } from './create-method.ts'
import { listPrices } from './list-prices.ts'
import { readPrice } from './read-price.ts'
import { removeMethod } from './remove-method.ts'
import { updateMatrix } from './update-matrix.ts'
import { updateMethod } from './update-method.ts'
import { updateSingle } from './update-single.ts'

export const priceRoutes = bind(prices, {
  list: listPrices,
  costing: readPrice,
  updateSingle,
  updateMatrix,
  createMethod,
  updateMethod,
  removeMethod,
})
