import { routes } from '../route/route.ts'

export const apiKeys = routes({})
