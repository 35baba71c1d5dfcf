import { invoices } from '@despatch/contract/invoices/invoices'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { countText } from '../invoice-text.ts'

const ROWS = ['row', 'rows'] as const

/**
 * Judges the rows of invoices again that nobody has decided on, a piece of an invoice after the other, and says how many are
 * different now. Never throws.
 */
export async function judgeAgain(summaryIDs: readonly string[]): Promise<void> {
  let changed = 0
  try {
    for (const summaryID of summaryIDs) changed += await judgeOne(summaryID)
    const which = summaryIDs.length === 1 ? 'Judged again' : `${countText(summaryIDs.length, INVOICES)} judged again`
    notify.success(`${which}: ${changed > 0 ? `${countText(changed, ROWS)} changed.` : 'nothing changed.'}`)
  } catch (error) {
    notify.danger(messageOf(error))
  } finally {
    await invoicesChanged()
  }
}
const INVOICES = ['invoice', 'invoices'] as const

async function judgeOne(summaryID: string): Promise<number> {
  let changed = 0
  let after: number | null = 0
  while (after !== null) {
    const piece: { changed: number; after: number | null } = await call(invoices.judgeAgain, {
      body: { summaryID, after },
    })
    changed += piece.changed
    after = piece.after
  }
  return changed
}

const MAX_INVOICES = 500

/** The same of a carrier’s invoices that are not accepted yet. Never throws. */
export async function judgeCarrierAgain(carrier: string): Promise<void> {
  try {
    const { summary } = await call(invoices.summary, {
      query: { carrier, status: 'Imported', page: '1', limit: String(MAX_INVOICES) },
    })
    await judgeAgain(summary.map(({ summaryID }) => summaryID))
  } catch (error) {
    notify.danger(messageOf(error))
  }
}
