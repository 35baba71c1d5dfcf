import { deliveryExceptions } from '@despatch/contract/delivery-exceptions/delivery-exceptions'
import { bind } from '../app/bind.ts'
import { listExceptions } from './list-exceptions.ts'
import { listExceptionParcels } from './list-parcels.ts'

export const deliveryExceptionsRoutes = bind(deliveryExceptions, {
  list: listExceptions,
  parcels: listExceptionParcels,
})
