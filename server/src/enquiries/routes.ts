import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { bind } from '../app/bind.ts'
import { lookUpOrder } from './look-up-order.ts'

export const enquiryRoutes = bind(enquiries, { order: lookUpOrder })
