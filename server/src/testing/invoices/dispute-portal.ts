import { contract } from '@despatch/contract/contract'
import type { AccountPortal, OspreyRow } from './account-portal.ts'

const { invoices } = contract

/** Acts on overbilled rows, on an {@link AccountPortal}. */
export class DisputePortal {
  readonly of: AccountPortal

  constructor(of: AccountPortal) {
    this.of = of
  }

  async #parcelIDs(summaryID: string, rows: readonly number[] | undefined): Promise<string> {
    const all = await this.of.rows(summaryID)
    return (rows ? rows.map((row) => all[row]) : all).map((row) => row?.parcelID ?? '').join()
  }

  /** Rejects rows of an invoice, the first by default. Returns the answer. */
  async answerToReject(summaryID: string, { rows = [0], reason = 'Too dear', claimed = '' } = {}) {
    const parcelIDs = await this.#parcelIDs(summaryID, rows)
    const body = { parcelIDs, reason, ...(claimed && { claimed }) }
    return this.of.portal.call(invoices.decideParcels, { params: { value: 'Rejected' }, body }, this.of.operator)
  }

  /** Rejects rows, and returns the id of the newest dispute of their invoice. */
  async reject(...request: Parameters<DisputePortal['answerToReject']>): Promise<string> {
    await this.answerToReject(...request)
    const [dispute] = await this.disputesOf(request[0])
    if (!dispute) throw new Error('Nothing is disputed')
    return dispute.disputeID
  }

  /** Makes an invoice for the only parcel of an order, its dispute, and an invoice that credits the parcel. */
  async credited(order: string, { base, credit }: { base: number; credit: number }) {
    const tracking = `${order}X1`
    await this.of.order('ZED', order, [tracking])
    const billed = await this.of.bill(`B${order}`, [{ tracking, base }])
    const dispute = await this.reject(billed)
    return { billed, dispute, credit: await this.credit(`C${order}`, tracking, -credit), tracking }
  }

  /** The disputes of an invoice, the newest first. */
  async disputesOf(summaryID: string) {
    const { disputes } = (await this.of.portal.call(invoices.disputes, { query: { summaryID } }, this.of.operator)).body
    return disputes.toSorted((one, other) => Number(other.disputeID) - Number(one.disputeID))
  }

  /** The state of a dispute, with its credited and claimed amounts: 'open 0.00 of 1.24'. */
  async stateOf(disputeID: string): Promise<string> {
    const { dispute } = (await this.of.portal.call(invoices.dispute, { params: { disputeID } }, this.of.operator)).body
    return `${dispute.state} ${dispute.credited} of ${dispute.claimed}`
  }

  act(act: 'send' | 'refuse' | 'write-off' | 'reopen', disputeID: string) {
    const body = { disputes: [{ disputeID }], reason: 'as agreed' }
    return this.of.portal.call(invoices.actOnDisputes, { params: { act }, body }, this.of.operator)
  }

  async undo(summaryID: string, rows?: readonly number[]) {
    const body = { parcelIDs: await this.#parcelIDs(summaryID, rows) }
    return this.of.portal.call(invoices.undoParcels, { body }, this.of.operator)
  }

  /** Accepts the open rows of an invoice one by one, and then the invoice. */
  async accept(summaryID: string): Promise<void> {
    const open = (await this.of.rows(summaryID)).filter(({ status }) => status === 'Imported')
    const body = { parcelIDs: open.map(({ parcelID }) => parcelID).join() }
    if (open.length > 0)
      await this.of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body }, this.of.operator)
    const { status, body: answer } = await this.of.decide(summaryID, 'accepted')
    if (status !== 200) throw new Error(JSON.stringify(answer))
  }

  delete(summaryID: string) {
    return this.of.portal.call(invoices.removeSummary, { query: { id: summaryID } }, this.of.operator)
  }

  async payableOf(summaryID: string): Promise<string> {
    return (await this.of.summary(summaryID)).payable
  }

  /** The credits of an invoice. */
  async creditsOf(summaryID: string) {
    const query = { summaryID, all: 'true' } as const
    return (await this.of.portal.call(invoices.credits, { query }, this.of.operator)).body.credits
  }

  /** Assigns an amount of an invoice's first credit to a dispute. */
  async settle(summaryID: string, disputeID: string, amount: string) {
    const [credit] = await this.creditsOf(summaryID)
    const body = { creditID: credit?.creditID ?? '', disputes: [{ disputeID, amount }], explanation: '' }
    return this.of.portal.call(invoices.settleCredit, { body }, this.of.operator)
  }

  async takeBack(summaryID: string) {
    const [credit] = await this.creditsOf(summaryID)
    return this.of.portal.call(
      invoices.takeBackCredit,
      { body: { creditID: credit?.creditID ?? '' } },
      this.of.operator,
    )
  }

  /** Imports an invoice, of 7 March 2026 by default, that credits an amount of a parcel's base. */
  credit(number: string, tracking: string, base: number, options: Parameters<AccountPortal['bill']>[2] = {}) {
    const row: OspreyRow = { tracking, type: 'ADJ', base }
    return this.of.bill(number, [row], { day: '2026-03-07', ...options })
  }
}
