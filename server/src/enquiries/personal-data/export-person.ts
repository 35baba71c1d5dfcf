import type { personalData as routes } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { orderCountText } from '@despatch/domain/enquiries/personal-data/person-records'
import { audit } from '../../audit/write-audit.ts'
import { startExport } from '../../exports/exports.ts'
import type { Context } from '../../http/context.ts'
import { ERASURES_REPORT } from './erasures-report.ts'
import { readNamedRecords } from './person-records.ts'
import { PERSON_REPORT } from './person-report.ts'

/** Starts an export of the personal data of some orders. Throws like `readNamedRecords` and `startExport`. */
export async function exportPerson(
  context: Context,
  { body: { orders, format } }: RouteChecked<typeof routes.export>,
): Promise<RouteAnswer<typeof routes.export>> {
  const records = await readNamedRecords(context, orders)
  const keys = records.map(({ clientCode, orderNumber }) => ({ clientCode, orderNumber }))
  const byClient = Map.groupBy(keys, ({ clientCode }) => clientCode)
  // The file is visible to users who see all its clients. Client '' adds notes that only the operator's staff may see.
  const job = await startExport(
    { ...context, clients: [...(context.caller.isInternal ? [''] : []), ...[...byClient.keys()].toSorted()] },
    { report: PERSON_REPORT, format, input: { orders: keys } },
  )
  for (const [clientCode, of] of byClient)
    await audit(context, {
      clientCode,
      act: 'person.exported',
      object: orderCountText(of.length),
      after: { orders: of.length, format },
    })
  return job
}

/** Starts an export of the list of erasures. Throws like `startExport`. */
export async function exportErasures(context: Context): Promise<RouteAnswer<typeof routes.exportErasures>> {
  const job = await startExport(context, { report: ERASURES_REPORT, format: 'csv', input: {} })
  await audit(context, { clientCode: context.clients[0] ?? '', act: 'person.list-exported', object: job.fileName })
  return job
}
