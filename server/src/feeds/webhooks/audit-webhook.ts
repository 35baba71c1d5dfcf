import type { Act } from '@despatch/domain/administration/user-activity/acts'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'

/** The audited fields of a webhook. */
export type AuditedWebhook = { name: string; url: string; events: readonly string[]; active: boolean }

/** Writes a webhook's audit row. Only the origin of its URL is audited: the path often contains a secret. */
export async function auditWebhook(
  context: Context,
  change: { id: number; name: string; act: Act; was?: AuditedWebhook; is?: AuditedWebhook; after?: object },
): Promise<void> {
  const { id, name, act, was, is } = change
  const before = was && { ...was, url: new URL(was.url).origin }
  const hasOtherPath = was && is && was.url !== is.url && new URL(was.url).origin === new URL(is.url).origin
  const after = is && { ...is, url: `${new URL(is.url).origin}${hasOtherPath ? ' (another path)' : ''}` }
  await audit(context, {
    clientCode: context.client,
    act,
    object: `webhook ${name}`,
    record: `webhook:${id}`,
    ...(before && after ? changedFields(before, after) : { ...(before && { before }), ...(after && { after }) }),
    ...(change.after && { after: change.after }),
  })
}
