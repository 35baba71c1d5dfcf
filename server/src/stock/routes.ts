import { stock } from '@despatch/contract/stock/stock'
import { bind } from '../http/bind.ts'
import { searchSku } from './search-sku.ts'
import { serialsByOrderNumber, serialsBySku } from './serials.ts'

export const stockRoutes = bind(stock, { searchSku, serialsByOrderNumber, serialsBySku })
