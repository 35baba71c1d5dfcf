import { contract } from '@despatch/contract/contract'
import { callOn, type Portal } from './drive.ts'
import type { Bill, Despatch, Step } from './history.ts'

/** Decisions on invoices, as the screens send them. */

const { invoices } = contract
export type Act = Exclude<Step, Bill | Despatch | { do: 'post' }>
const REASON = 'as the history says'

/** The ids for an act: of the invoice, of its rows in the order of the file, and the number of a parcel. */
export type ActIds = {
  readonly summaryID: string
  readonly rows: ReadonlyMap<number, readonly { readonly parcelID: string; readonly version: number }[]>
  readonly parcel?: { readonly clientCode: string; readonly orderNumber: string; readonly trackingNumber: string }
}

/** Does an act; throws if the product refuses it. */
export async function act(on: Portal, step: Act, { summaryID, rows, parcel }: ActIds): Promise<void> {
  const call = callOn(on)
  const ofRow = 'row' in step ? (rows.get(step.row) ?? []) : []
  const parcelIDs = ofRow.map(({ parcelID }) => parcelID).join()
  switch (step.do) {
    case 'accept row':
      await call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs } })
      return
    case 'reject row': {
      const claimed = step.claim === undefined ? {} : { claimed: (step.claim / 100).toFixed(2) }
      await call(invoices.decideParcels, {
        params: { value: 'Rejected' },
        body: { parcelIDs, reason: REASON, ...claimed },
      })
      return
    }
    case 'undo row':
      await call(invoices.undoParcels, { body: { parcelIDs } })
      return
    case 'match row': {
      const [row] = ofRow
      if (row && parcel)
        await call(invoices.match, { body: { parcelID: row.parcelID, version: row.version, ...parcel } })
      return
    }
    case 'accept matched':
      await call(invoices.acceptMatched, { body: { summaryIDs: [summaryID] } })
      return
    case 'accept invoice':
      await call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID } })
      return
    case 'reject invoice':
      await call(invoices.decideSummary, { params: { id: 'Rejected' }, body: { summaryID, reason: REASON } })
      return
    case 'judge again':
      await call(invoices.judgeAgain, { body: { summaryID } })
      return
    case 'send disputes':
      return actOnDisputes(on, summaryID, 'send')
    case 'refuse disputes':
      return actOnDisputes(on, summaryID, 'refuse')
    case 'write off disputes':
      return actOnDisputes(on, summaryID, 'write-off')
  }
}

/** Whether the pre-flight refuses accepting everything that is matched. */
export async function foresee(on: Portal, summaryID: string): Promise<boolean> {
  const { accepted, refused } = await callOn(on)(invoices.preflight, { body: { summaryIDs: [summaryID] } })
  return refused.length > 0 || accepted.length === 0
}

async function actOnDisputes(on: Portal, summaryID: string, what: 'send' | 'refuse' | 'write-off'): Promise<void> {
  const call = callOn(on)
  const { disputes } = await call(invoices.disputes, { query: { summaryID, limit: '100', state: 'unsettled' } })
  const some = disputes.map(({ disputeID }) => ({ disputeID }))
  await call(invoices.actOnDisputes, { params: { act: what }, body: { disputes: some, reason: REASON } })
}
