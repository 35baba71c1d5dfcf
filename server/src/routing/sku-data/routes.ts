import { skuDataRoutes as calls } from '@despatch/contract/routing/sku-data/sku-data'
import { bind } from '../../http/bind.ts'
import { setSkuData } from './set-sku-data.ts'

export const skuDataRoutes = bind(calls, { set: setSkuData })
