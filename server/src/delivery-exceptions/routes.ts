import { deliveryExceptions } from '@despatch/contract/delivery-exceptions/delivery-exceptions'
import { bind } from '../app/bind.ts'

export const deliveryExceptionsRoutes = bind(deliveryExceptions, {})
