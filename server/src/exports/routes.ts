import { exportsRoom } from '@despatch/contract/reports/exports'
import { audit } from '../audit/write-audit.ts'
import { type Bound, bind } from '../http/bind.ts'
import type { Context } from '../http/context.ts'
import { cancelExport, exportFile, listExports, repeatExport, type Told } from './exports.ts'

/** The calls on the caller's files, whatever report they are of. */
export const exportRoutes: Bound[] = bind(exportsRoom, {
  list: async (context) => ({ exports: await listExports(context) }),
  again: async (context, { body }) => noted(context, 'export.started', await repeatExport(context, body.exportId)),
  cancel: async (context, { body }) => noted(context, 'export.cancelled', await cancelExport(context, body.exportId)),
  file: (context, { query }) => exportFile(context, query.exportId, { part: query.part }),
})

async function noted(context: Context, act: 'export.started' | 'export.cancelled', told: Told): Promise<Told> {
  const [client = ''] = context.clients
  await audit(context, { clientCode: client, act, object: told.fileName })
  return told
}
