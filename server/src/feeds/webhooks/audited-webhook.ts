import type { Act } from '@despatch/domain/administration/user-activity/acts'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'

/** A webhook as far as the audit tells of one. */
export type AuditedWebhook = { name: string; url: string; events: readonly string[]; active: boolean }

/** Writes the audit row of a webhook. What stands behind the host of an address is often a secret, and is left out. */
export async function auditWebhook(
  context: Context,
  given: { id: number; name: string; act: Act; was?: AuditedWebhook; is?: AuditedWebhook; after?: object },
): Promise<void> {
  const { id, name, act, was, is } = given
  const before = was && { ...was, url: new URL(was.url).origin }
  const isElsewhere = was && is && was.url !== is.url && new URL(was.url).origin === new URL(is.url).origin
  const after = is && { ...is, url: `${new URL(is.url).origin}${isElsewhere ? ' (another path)' : ''}` }
  await audit(context, {
    clientCode: context.client,
    act,
    object: `webhook ${name}`,
    record: `webhook:${id}`,
    ...(before && after ? changedFields(before, after) : { ...(before && { before }), ...(after && { after }) }),
    ...(given.after && { after: given.after }),
  })
}
