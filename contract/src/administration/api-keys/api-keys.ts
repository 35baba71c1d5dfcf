import { OWNER_LOSSES } from '@despatch/domain/administration/api-keys/key-life'
import { KEY_FEEDS } from '@despatch/domain/administration/api-keys/key-rules'
import { THE_OPERATOR } from '@despatch/domain/administration/roles/role-types'
import { z } from 'zod'
import {
  clientCode,
  dayOrEmpty,
  instant,
  queryFlag,
  queryFlagOr,
  queryPaging,
  recordId,
  requiredText,
  sortBy,
  text,
} from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName, withNames } from '../../route/visible.ts'

const KEYS = 'setUpAndControl.userAdministration.apiKeys' as const

/** Prefix of every key, so that leaked keys are recognised in logs and repositories. */
export const KEY_PREFIX = 'dsk_'

export const KEY_STATES = ['active', 'suspended', 'expired', 'revoked'] as const

/** A key in lists, without its secret. */
export const apiKey = z.strictObject({
  _id: recordId,
  name: z.string(),
  /** The first characters of the secret. */
  beginning: z.string(),
  clients: z.array(clientCode),
  feeds: z.array(z.enum(KEY_FEEDS)),
  state: z.enum(KEY_STATES),
  /** Whether the operator made it; only the operator may then revoke it. */
  isOperators: z.boolean(),
  createdAt: instant,
  createdBy: personName(),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedBy: personName(),
  /** To the minute. */
  lastUsedAt: instant.nullable(),
  lastUsedFrom: z.string(),
  /** Until when the previous secret works; null unless it was replaced recently. */
  oldUntil: instant.nullable(),
  /** The owner: its maker, or the user who adopted it. */
  owner: withNames(z.string(), (owner, { nameOf }) => (owner === THE_OPERATOR ? owner : nameOf(owner))),
  /** Why the owner may no longer use it; null while they may. */
  ownerLoss: z.enum(OWNER_LOSSES).nullable(),
  /** Whether the caller is the owner. */
  isOwn: z.boolean(),
  /** The moment of suspension, past or future, unless someone adopts it. */
  suspendedFrom: instant.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const newApiKey = z.strictObject({
  name: requiredText(60, 'Name'),
  clients: z.array(clientCode, 'Clients are missing').min(1, 'Choose at least one client').max(200),
  feeds: z.array(z.enum(KEY_FEEDS), 'Feeds are missing').min(1, 'Choose at least one feed'),
  /** The last valid day, at most a year from today; '' means the latest. */
  expiresOn: dayOrEmpty,
})

export const KEY_SORTS = ['name', 'createdAt', 'expiresAt', 'lastUsedAt'] as const
export type KeySort = (typeof KEY_SORTS)[number]

export const apiKeys = routes({
  list: {
    method: 'GET',
    path: '/api/api-keys',
    summary: 'A page of the keys for the feeds, of clients that are all the caller’s',
    permission: { reads: [KEYS] },
    access: 'clients',
    query: z.strictObject({
      ...queryPaging,
      sort: sortBy(KEY_SORTS, 'name'),
      desc: queryFlagOr(false),
      search: text(100, 'Search').optional(),
      state: z.enum(KEY_STATES).optional(),
      /** Only keys without an owner that the caller may adopt; for client users not the operator’s. */
      orphaned: queryFlag.optional(),
    }),
    answer: z.strictObject({ apiKeys: z.array(apiKey), total: z.int() }),
    errors: [],
    audited: false,
  },
  create: {
    method: 'POST',
    path: '/api/api-keys',
    summary: 'Make a key for feeds of some clients; the key itself is in this answer alone',
    permission: { edits: [KEYS] },
    access: 'clients',
    body: newApiKey,
    answer: z.strictObject({ message: z.string(), apiKey, key: z.string() }),
    errors: ['already_exists', 'validation_failed', 'unauthorized_access', 'idempotency_key_reused'],
    audited: 'api-key.created',
    idempotent: 'secret',
  },
  replace: {
    method: 'POST',
    path: '/api/api-keys/:id/key',
    summary:
      'Replace a key, which is taken for a day more; the new one is in this answer alone. expiresOn is its last day, within a year',
    permission: { edits: [KEYS] },
    access: 'clients',
    params: z.strictObject({ id: recordId }),
    query: z.strictObject({ expiresOn: dayOrEmpty.optional() }),
    answer: z.strictObject({ message: z.string(), apiKey, key: z.string() }),
    errors: ['not_found', 'validation_failed', 'unauthorized_access', 'unprocessable'],
    audited: 'api-key.replaced',
  },
  adopt: {
    method: 'POST',
    path: '/api/api-keys/:id/adopt',
    summary: 'Answer for a key in place of who does: it goes on, or again where it was suspended',
    permission: { edits: [KEYS] },
    access: 'clients',
    params: z.strictObject({ id: recordId }),
    answer: z.strictObject({ message: z.string(), apiKey }),
    errors: ['not_found', 'unauthorized_access', 'unprocessable'],
    audited: 'api-key.adopted',
  },
  revoke: {
    method: 'DELETE',
    path: '/api/api-keys',
    summary: 'Revoke a key: its next call is refused',
    permission: { edits: [KEYS] },
    access: 'clients',
    query: z.strictObject({ id: recordId }),
    answer: z.strictObject({ message: z.string(), apiKey }),
    errors: ['not_found', 'unauthorized_access', 'unprocessable'],
    audited: 'api-key.revoked',
  },
})
