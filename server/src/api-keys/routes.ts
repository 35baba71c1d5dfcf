import { apiKeys } from '@despatch/contract/api-keys/api-keys'
import { bind } from '../app/bind.ts'

export const apiKeysRoutes = bind(apiKeys, {})
