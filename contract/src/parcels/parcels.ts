import { routes } from '../route/route.ts'

export const parcels = routes({})
