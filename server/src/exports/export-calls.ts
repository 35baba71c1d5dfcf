import type { exportsRoom as routes } from '@despatch/contract/route/exports'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { audit } from '../audit/write-audit.ts'
import type { Context, StreamingContext } from '../http/context.ts'
import { cancelExport, exportFile, listExports, repeatExport, type Told } from './exports.ts'

/** The caller's files. */
export async function list(context: Context): Promise<RouteAnswer<typeof routes.list>> {
  return { exports: await listExports(context) }
}

/** Asks for one again. Throws what `repeatExport` throws. */
export const again = async (context: Context, { body }: RouteChecked<typeof routes.again>) =>
  noted(context, 'export.started', await repeatExport(context, body.exportId))

/** Cancels one. Throws what `cancelExport` throws. */
export const cancel = async (context: Context, { body }: RouteChecked<typeof routes.cancel>) =>
  noted(context, 'export.cancelled', await cancelExport(context, body.exportId))

/** Fetches one, or what is said of it. Throws what `exportFile` throws. */
export const file = (context: StreamingContext, { query }: RouteChecked<typeof routes.file>) =>
  exportFile(context, query.exportId, { part: query.part })

async function noted(context: Context, act: 'export.started' | 'export.cancelled', told: Told): Promise<Told> {
  await audit(context, { clientCode: context.clients[0] ?? '', act, object: told.fileName })
  return told
}
