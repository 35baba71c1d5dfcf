import type { personalData as routes } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { ordersCounted } from '@despatch/domain/enquiries/personal-data/person-records'
import { audit } from '../../audit/write-audit.ts'
import { startExport } from '../../exports/exports.ts'
import type { Context } from '../../http/context.ts'
import { ERASURES_REPORT } from './erasures-report.ts'
import { namedRecords } from './person-records.ts'
import { PERSON_REPORT } from './person-report.ts'

/** Asks for one file of all that is kept about the person of some orders. Throws as `namedRecords` and `startExport` do. */
export async function exportPerson(
  context: Context,
  { body: { orders, format } }: RouteChecked<typeof routes.export>,
): Promise<RouteAnswer<typeof routes.export>> {
  const records = await namedRecords(context, orders)
  const keys = records.map(({ clientCode, orderNumber }) => ({ clientCode, orderNumber }))
  const byClient = Map.groupBy(keys, ({ clientCode }) => clientCode)
  // Its file is seen where all of its clients are; with the client '' it has the notes of the operator's staff as well.
  const told = await startExport(
    { ...context, clients: [...(context.caller.isInternal ? [''] : []), ...[...byClient.keys()].toSorted()] },
    { report: PERSON_REPORT, format, input: { orders: keys } },
  )
  for (const [clientCode, of] of byClient)
    await audit(context, {
      clientCode,
      act: 'person.exported',
      object: ordersCounted(of.length),
      after: { orders: of.length, format },
    })
  return told
}

/** Asks for the list of erased orders of the clients. Throws as `startExport` does. */
export async function exportErasures(context: Context): Promise<RouteAnswer<typeof routes.exportErasures>> {
  const told = await startExport(context, { report: ERASURES_REPORT, format: 'csv', input: {} })
  await audit(context, { clientCode: context.clients[0] ?? '', act: 'person.list-exported', object: told.fileName })
  return told
}
