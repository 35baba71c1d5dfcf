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

/** How every key begins: to be recognised where it should not be, in a log or a repository. */
export const KEY_PREFIX = 'dsk_'

export const KEY_STATES = ['active', 'suspended', 'expired', 'revoked'] as const

/** A key for the feeds, as it is listed: what it opens, never the key itself. */
export const apiKey = z.strictObject({
  _id: recordId,
  name: z.string(),
  /** How the key begins. */
  beginning: z.string(),
  clients: z.array(clientCode),
  feeds: z.array(z.enum(KEY_FEEDS)),
  state: z.enum(KEY_STATES),
  /** Made by the operator, who alone may revoke it. */
  isOperators: z.boolean(),
  createdAt: instant,
  createdBy: personName(),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedBy: personName(),
  /** To the minute. */
  lastUsedAt: instant.nullable(),
  lastUsedFrom: z.string(),
  /** Until when the key before is taken as well; null where it was not replaced of late. */
  oldUntil: instant.nullable(),
  /** Who answers for it: its maker, or who adopted it. */
  owner: withNames(z.string(), (owner, { nameOf }) => (owner === THE_OPERATOR ? owner : nameOf(owner))),
  /** Why they may no longer do what the key needs; null while they may. */
  ownerLoss: z.enum(OWNER_LOSSES).nullable(),
  /** The caller is its owner. */
  isOwn: z.boolean(),
  /** When it is refused from, or has been, unless someone adopts it. */
  suspendedFrom: instant.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const newApiKey = z.strictObject({
  name: requiredText(60, 'Name'),
  clients: z.array(clientCode, 'Clients are missing').min(1, 'Choose at least one client').max(200),
  feeds: z.array(z.enum(KEY_FEEDS), 'Feeds are missing').min(1, 'Choose at least one feed'),
  /** The last day on which it is taken, a year from today at most; empty: then. */
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
      /** Those alone that have no owner any more and that the caller may be asked to adopt: of a client user, not the operator’s. */
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
