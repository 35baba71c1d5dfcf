import { invoices } from '@despatch/contract/invoices/invoices'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { countText } from '../invoice-text.ts'

const ROWS = ['row', 'rows'] as const

/** Judges the undecided rows of invoices again, in batches, and shows how many have changed. Never throws. */
export async function judgeAgain(summaryIDs: readonly string[]): Promise<void> {
  const done = { invoices: 0, changed: 0 }
  const doneText = () => (done.changed > 0 ? `${countText(done.changed, ROWS)} changed.` : 'nothing changed.')
  try {
    for (const summaryID of summaryIDs) {
      await judgeOne(summaryID, (changed) => {
        done.changed += changed
      })
      done.invoices += 1
    }
    const which = summaryIDs.length === 1 ? 'Recalculated' : `${countText(done.invoices, INVOICES)} recalculated`
    notify.success(`${which}: ${doneText()}`)
  } catch (error) {
    const isBegun = done.invoices > 0 || done.changed > 0
    notify.danger(`${messageOf(error)}${isBegun ? ` Before that, ${doneText()}` : ''}`)
  } finally {
    await invoicesChanged()
  }
}
const INVOICES = ['invoice', 'invoices'] as const

async function judgeOne(summaryID: string, onPiece: (changed: number) => void): Promise<void> {
  let after: number | null = 0
  while (after !== null) {
    const piece: { changed: number; after: number | null } = await call(invoices.judgeAgain, {
      body: { summaryID, after },
    })
    onPiece(piece.changed)
    after = piece.after
  }
}

/** Invoices per page. */
const PAGE = 500

/** Judges all invoices of a carrier again that are not accepted. Never throws. */
export async function judgeCarrierAgain(carrier: string): Promise<void> {
  try {
    await judgeAgain(await openInvoicesOf(carrier))
  } catch (error) {
    notify.danger(messageOf(error))
  }
}

async function openInvoicesOf(carrier: string): Promise<string[]> {
  const found = new Set<string>()
  for (let page = 1; ; page++) {
    const { summary, pageInfo } = await call(invoices.summary, {
      query: { carrier, status: 'Imported', page: String(page), limit: String(PAGE) },
    })
    for (const { summaryID } of summary) found.add(summaryID)
    if (page * PAGE >= pageInfo.total) return [...found]
  }
}
