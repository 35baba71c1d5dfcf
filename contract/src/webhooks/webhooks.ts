import { routes } from '../route/route.ts'

export const webhooks = routes({})
