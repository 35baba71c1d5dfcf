import { webhooks } from '@despatch/contract/webhooks/webhooks'
import { bind } from '../app/bind.ts'

export const webhooksRoutes = bind(webhooks, {})
