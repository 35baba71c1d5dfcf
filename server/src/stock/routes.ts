import { stock } from '@despatch/contract/stock/stock'
import { bind } from '../app/bind.ts'
import { searchSku } from './search-sku.ts'

export const stockRoutes = bind(stock, { searchSku })
