import { routes } from '../route/route.ts'

export const deliveryExceptions = routes({})
