import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { bind } from '../../http/bind.ts'
import { listExceptionDays } from './list-days.ts'
import { listExceptions } from './list-exceptions.ts'
import { listExceptionParcels } from './list-parcels.ts'

export const deliveryExceptionsRoutes = bind(deliveryExceptions, {
  list: listExceptions,
  days: listExceptionDays,
  parcels: listExceptionParcels,
})
