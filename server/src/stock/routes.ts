import { stock } from '@despatch/contract/stock/stock'
import { bind } from '../http/bind.ts'
import { allocationCodes, removeAllocationCode, saveAllocationCode } from './allocation-codes.ts'
import { availableStock } from './available-stock.ts'
import { skuFileReport } from './sku-file-report/sku-report.ts'
import { skuFileReportTotals } from './sku-file-report/sku-report-totals.ts'
import { importReservations } from './reservations/import-reservations.ts'
import { listStock } from './reservations/list-stock.ts'
import {
  addReservation,
  changeReservation,
  listReservations,
  releaseReservation,
  reservationHistory,
} from './reservations/reservations.ts'
import { stockDetail } from './reservations/stock-detail.ts'
import { searchSku } from './search-sku.ts'
import { serialLife } from './serials/serial-life.ts'
import { serialsByOrderNumber, serialsBySku } from './serials/serials.ts'

export const stockRoutes = bind(stock, {
  allocationCodes,
  saveAllocationCode,
  removeAllocationCode,
  availableStock,
  searchSku,
  skuFileReport,
  skuFileReportTotals,
  serialsByOrderNumber,
  serialsBySku,
  serialLife,
  listStock,
  stockDetail,
  listReservations,
  addReservation,
  changeReservation,
  releaseReservation,
  reservationHistory,
  importReservations,
})
