import type { Act } from '@despatch/domain/administration/user-activity/acts'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { seeForAudit } from '../users/audit-users.ts'

/** Writes the audit row of a key under its first client. A key of several clients has this one row. */
export async function auditKey(
  context: Context,
  key: { id: number; name: string; clients: readonly string[] },
  act: Act,
  after: { clients?: readonly string[]; feeds?: readonly string[]; expiresOn?: string; key?: string },
): Promise<void> {
  const [clientCode = ''] = key.clients
  await seeForAudit(context, [clientCode])
  await audit(context, { clientCode, act, object: `API key ${key.name}`, record: `api-key:${key.id}`, after })
}
