import type { OwnerLoss } from '@despatch/domain/administration/api-keys/key-life'

export type KeyRow = {
  key_id: number
  user_id: number
  orphaned_at: Date | null
  orphaned_why: OwnerLoss | ''
  suspended_from: Date | null
  adopted_by: string
  adopted_internally: boolean
  name: string
  beginning: string
  client_codes: string[]
  feeds: string[]
  is_internal: boolean
  created_at: Date
  created_by: string
  expires_at: Date | null
  revoked_at: Date | null
  revoked_by: string
  last_used_at: Date | null
  last_used_from: string
  old_token_until: Date | null
}
