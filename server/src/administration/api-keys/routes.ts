import { apiKeys } from '@despatch/contract/administration/api-keys/api-keys'
import { bind } from '../../http/bind.ts'
import { adoptApiKey } from './adopt-api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { replaceApiKey } from './replace-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const apiKeysRoutes = bind(apiKeys, {
  list: listApiKeys,
  create: createApiKey,
  replace: replaceApiKey,
  adopt: adoptApiKey,
  revoke: revokeApiKey,
})
