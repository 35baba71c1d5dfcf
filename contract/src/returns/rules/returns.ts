import { LAW_CODES } from '@despatch/domain/returns/rules/returns-book'
import { z } from 'zod'
import { count, instant, queryFlag, queryPaging, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { knownVersion, optionalVersion } from '../../routing/rule-book/fields.ts'
import {
  changedReturnItem,
  draftTime,
  newReturnItem,
  overrideReason,
  reasonCodeText,
  returnItem,
  returnItemId,
  returnItemIds,
  returnItemKind,
} from './return-item.ts'
import { currentBook, bookVersion, content, returnDecision, finding } from './returns-shapes.ts'
import { returnsTry, returnsTryId, tryBody } from './returns-try.ts'

const CONTROL = 'returnsPortalControl'
const ANY_ITEM = [
  `${CONTROL}.returnsPortalRules`,
  `${CONTROL}.returnsOptionsRoutingRules`,
  `${CONTROL}.returnReasonCodes`,
] as const
const ORDERS = 'reportsAndEnquiries.orderAndReturnsEnquiry' as const
const CHANGES = [
  'not_found',
  'already_exists',
  'in_use',
  'version_conflict',
  'unprocessable',
  'unauthorized_access',
] as const

const draftQuery = z.strictObject({ draft: queryFlag.optional() })
/** `version` is the version of the book in force. */
const saved = z.strictObject({ message: z.string(), version: z.int(), item: returnItem.nullable() })

const versionParams = z.strictObject({ version: z.string().regex(/^[1-9]\d{0,8}$/, 'A version is a whole number') })
/** The version in force that the caller saw, and when the draft last changed this; 409 if either differs by now. */
const seen = { version: optionalVersion, draftAt: draftTime.nullable().optional() }

/** Returns Portal Control: items of the returns book, its versions, its check and its decisions. */
export const returns = routes({
  items: {
    method: 'GET',
    path: '/api/returnItems',
    summary: 'The rules, options and reason codes of a client; of one kind, or of all three',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    query: z.strictObject({ kind: returnItemKind.optional(), draft: queryFlag.optional() }),
    answer: z.strictObject({
      rows: z.array(returnItem),
      total: z.int(),
      version: z.int(),
      /** When the draft last changed the order of rules; null if it does not. */
      orderDraftAt: instant.nullable(),
    }),
    errors: [],
    audited: false,
  },
  add: {
    method: 'POST',
    path: '/api/returnItems',
    summary:
      'Add a rule, option or reason code; without a kind its fields tell which. It is published at once, unless draft=true',
    permission: { edits: ANY_ITEM },
    access: 'one-client',
    query: draftQuery,
    body: newReturnItem,
    answer: saved,
    errors: CHANGES,
    audited: 'returns-book.changed',
    idempotent: true,
  },
  update: {
    method: 'PUT',
    path: '/api/returnItems',
    summary: 'Change fields of a rule, option or reason code. It is published at once, unless draft=true',
    permission: { edits: ANY_ITEM },
    access: 'one-client',
    query: draftQuery,
    body: changedReturnItem,
    answer: saved,
    errors: CHANGES,
    audited: 'returns-book.changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/returnItems',
    summary:
      'Delete rules, options and reason codes by id or ids; a code in use is retired. Published at once, unless draft=true',
    permission: { edits: ANY_ITEM },
    access: 'one-client',
    query: z.strictObject({
      id: returnItemId.optional(),
      ids: returnItemIds.optional(),
      draft: queryFlag.optional(),
      /** What the caller saw of each item; 409 if it differs by now. `draftAt` is '' if the draft does not change it. */
      version: z
        .string()
        .regex(/^\d{1,9}$/, 'A version is a whole number')
        .optional(),
      draftAt: draftTime.optional(),
    }),
    answer: z.strictObject({ message: z.string(), version: z.int(), deleted: z.int(), retired: z.int() }),
    errors: CHANGES,
    audited: 'returns-book.changed',
  },
  reorder: {
    method: 'PUT',
    path: '/api/returns-book/order',
    summary: 'Set the order in which rules are tried; published at once, unless draft=true',
    permission: { edits: [ANY_ITEM[0]] },
    access: 'one-client',
    query: draftQuery,
    body: z.strictObject({ rules: z.array(returnItemId).max(2000, 'At most 2,000 rules'), ...seen, overrideReason }),
    answer: z.strictObject({ message: z.string(), version: z.int() }),
    errors: CHANGES,
    audited: 'returns-book.changed',
  },
  settings: {
    method: 'PUT',
    path: '/api/returns-book/settings',
    summary: 'Set whose law the returns of a client are checked by; published at once, unless draft=true',
    permission: { edits: [ANY_ITEM[0]] },
    access: 'one-client',
    query: draftQuery,
    body: z.strictObject({ law: z.enum(LAW_CODES, 'Choose GB or EU'), ...seen, overrideReason }),
    answer: z.strictObject({ message: z.string(), version: z.int() }),
    errors: CHANGES,
    audited: 'returns-book.changed',
  },
  book: {
    method: 'GET',
    path: '/api/returns-book',
    summary: 'The returns book of a client: its version in force, its draft, and how much its check finds',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    answer: currentBook,
    errors: [],
    audited: false,
  },
  check: {
    method: 'GET',
    path: '/api/returns-book/check',
    summary:
      'What is wrong in a returns book, or in its draft: breaches of the law first, each with a return that falls into it',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    query: draftQuery,
    answer: z.strictObject({ version: z.int(), findings: z.array(finding) }),
    errors: [],
    audited: false,
  },
  versions: {
    method: 'GET',
    path: '/api/returns-book/versions',
    summary: 'The versions of a returns book, the newest first',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    query: z.strictObject(queryPaging),
    answer: z.strictObject({ versions: z.array(bookVersion), total: z.int() }),
    errors: [],
    audited: false,
  },
  version: {
    method: 'GET',
    path: '/api/returns-book/versions/:version',
    summary: 'What one version changed: each item before and after',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    params: versionParams,
    query: z.strictObject(queryPaging),
    answer: z.strictObject({
      version: bookVersion,
      items: z.array(z.strictObject({ kind: z.string(), key: z.string(), before: content, after: content })),
      total: z.int(),
    }),
    errors: ['not_found'],
    audited: false,
  },
  bringBack: {
    method: 'POST',
    path: '/api/returns-book/versions/:version/bring-back',
    summary: 'Publish a version that is as an earlier one was',
    permission: { edits: ANY_ITEM },
    access: 'one-client',
    params: versionParams,
    /** The version in force that the caller saw. */
    body: z.strictObject({ version: knownVersion, overrideReason }),
    answer: z.strictObject({ message: z.string(), version: z.int() }),
    errors: CHANGES,
    audited: 'returns-book.changed',
  },
  publish: {
    method: 'POST',
    path: '/api/returns-book/publish',
    summary: 'Publish the draft; against the law only with a reason, which is kept',
    permission: { edits: ANY_ITEM },
    access: 'one-client',
    body: z.strictObject({ overrideReason, draftAt: draftTime.optional() }),
    answer: z.strictObject({ message: z.string(), version: z.int() }),
    errors: CHANGES,
    audited: 'returns-book.changed',
  },
  discard: {
    method: 'DELETE',
    path: '/api/returns-book/draft',
    summary: 'Throw the draft away',
    permission: { edits: ANY_ITEM },
    access: 'one-client',
    query: z.strictObject({ draftAt: draftTime.optional() }),
    answer: z.strictObject({ message: z.string(), discarded: z.int() }),
    errors: ['unauthorized_access', 'version_conflict'],
    audited: 'returns-book.changed',
  },
  reasonUse: {
    method: 'GET',
    path: '/api/returns-book/reasons/use',
    summary: 'How often each reason was given in the last 13 weeks, in any case, known or not',
    permission: { reads: [ANY_ITEM[2]] },
    access: 'one-client',
    answer: z.strictObject({
      since: z.string(),
      rows: z.array(z.strictObject({ code: z.string(), count: z.int() })),
      total: z.int(),
    }),
    errors: [],
    audited: false,
  },
  decide: {
    method: 'POST',
    path: '/api/returns-book/decide',
    summary: 'Try an order: what may come back of it now, and why; by the book in force, or by the draft',
    permission: { reads: [...ANY_ITEM, ORDERS] },
    access: 'one-client',
    query: draftQuery,
    body: z.strictObject({
      orderNumber: requiredText(50, 'Order number'),
      /** If left out, all lines in full, for the first reason that shoppers can choose. */
      lines: z
        .array(
          z.strictObject({
            lineNumber: count('A line is a whole number')
              .min(1, 'Lines are counted from 1')
              .max(9999, 'At most 9,999 lines'),
            quantity: count('A quantity is a whole number')
              .min(1, 'At least one piece')
              .max(999_999, 'At most 999,999 pieces'),
            reason: reasonCodeText,
          }),
        )
        .min(1)
        .max(500)
        .optional(),
      reason: reasonCodeText.optional(),
      oneParcel: z.boolean().optional(),
    }),
    answer: returnDecision,
    errors: ['not_found'],
    audited: false,
  },
  try: {
    method: 'POST',
    path: '/api/returns-book/try',
    summary:
      'Begin to try the draft over the returns of the last weeks, or the orders that could come back; nothing is changed',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    body: tryBody,
    answer: returnsTry,
    errors: ['too_many_attempts'],
    audited: 'returns-book.tried',
  },
  tried: {
    method: 'GET',
    path: '/api/returns-book/try/:id',
    summary: 'How far a trial of the draft is, and what it says',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    params: returnsTryId,
    answer: returnsTry,
    errors: ['not_found'],
    audited: false,
  },
  cancelTry: {
    method: 'DELETE',
    path: '/api/returns-book/try/:id',
    summary: 'Cancel a trial that runs',
    permission: { reads: ANY_ITEM },
    access: 'one-client',
    params: returnsTryId,
    answer: returnsTry,
    errors: ['not_found'],
    audited: 'returns-book.tried',
  },
})
