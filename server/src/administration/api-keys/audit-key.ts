import type { Act } from '@despatch/domain/administration/user-activity/acts'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { seeForAudit } from '../users/audit-users.ts'

/** Writes the audit row of a key, for its first client: where it has several, that one tells of all. */
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
