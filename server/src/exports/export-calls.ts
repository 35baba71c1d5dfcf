import type { exportsRoom as routes } from '@despatch/contract/route/exports'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { audit } from '../audit/write-audit.ts'
import type { Context, StreamingContext } from '../http/context.ts'
import { cancelExport, exportFile, listExports, repeatExport, type ExportState } from './exports.ts'

export async function list(context: Context): Promise<RouteAnswer<typeof routes.list>> {
  return { exports: await listExports(context) }
}

/** Throws like `repeatExport`. */
export const again = async (context: Context, { body }: RouteChecked<typeof routes.again>) =>
  auditExport(context, 'export.started', await repeatExport(context, body.exportId))

/** Throws like `cancelExport`. */
export const cancel = async (context: Context, { body }: RouteChecked<typeof routes.cancel>) =>
  auditExport(context, 'export.cancelled', await cancelExport(context, body.exportId))

/** Throws like `exportFile`. */
export const file = (context: StreamingContext, { query }: RouteChecked<typeof routes.file>) =>
  exportFile(context, query.exportId, { part: query.part })

async function auditExport(
  context: Context,
  act: 'export.started' | 'export.cancelled',
  state: ExportState,
): Promise<ExportState> {
  await audit(context, { clientCode: context.clients[0] ?? '', act, object: state.fileName })
  return state
}
