import { contract } from '@despatch/contract/contract'
import type { LifeState } from '@despatch/domain/returns/life/return-state'
import { afterAll, beforeAll } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { settleExchanges } from '../../returns/portal/exchange-job.ts'
import { balancesOf } from '../../stock/ledger/balances.ts'
import { makeSku } from '../factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../feed-portal.ts'
import { makeParcel } from '../parcels.ts'
import { addReturnsBook, makeDespatchedOrder } from '../returns.ts'

const { announce, mark, offer, record, refund } = contract['announced-returns']

const HEADER = 'returnReference,orderNumber,customerAccount,SKU,quantity,event,occurredAt,reference'

/** An event of the feed: state, time on 20 March 2026 ('' if unreported), and pieces (default 1). */
export type FedEvent = readonly [event: string, time: string, quantity?: number]
type ReturnedGoods = { orderNumber?: string; sku: string; account?: string }

/**
 * A portal with a returns client, and functions for what its staff and warehouse do. Opens before the tests of a file
 * and closes after them.
 */
export function returnsDesk() {
  let opened: FeedPortal
  beforeAll(async () => {
    opened = await openFeedPortal()
    await addReturnsBook(opened.portal, opened.me)
  })
  afterAll(() => opened.portal.close())
  const on = () => opened
  return { on, ...warehouse(on), ...desk(on), ...records(on) }
}

type On = () => FeedPortal
const ofLine = (quantity: number, lineNumber: number) => [{ lineNumber, quantity }]

/** What the warehouse does: despatch orders and report returns. */
function warehouse(on: On) {
  let events = 0
  return {
    /** A despatched order of one SKU. */
    order: (orderNo: string, quantity: number) =>
      makeDespatchedOrder(on().portal, { client: on().me.client, as: on().me, orderNo, quantity }),
    /** A despatched order of one free piece and two at 10.00, of one SKU in one parcel. */
    async freeAndPaid(orderNumber: string) {
      const { client } = on().me
      const sku = await makeSku(on().portal.testDatabase, { client })
      const lines = [
        [orderNumber, sku, 1, 0],
        [orderNumber, sku, 2, 10],
      ]
      await on().feed(csv(lines))
      const parcel = await makeParcel(on().portal.testDatabase, {
        client,
        orderNumber,
        contents: [{ sku, quantity: 3 }],
      })
      await on().rows(`update orders set status = 'D' where client_code = $1 and order_number = '${orderNumber}'`)
      return { orderNumber, sku, trackingNumber: parcel.trackingNumber }
    },
    /**
     * Feeds events of a return as one file, each with its own reference.
     *
     * @returns the summary
     */
    async feed(
      reference: string,
      { orderNumber = '', account = '', sku }: ReturnedGoods,
      fedEvents: readonly FedEvent[],
    ) {
      const rows = fedEvents.map(([event, time, quantity = 1]) => {
        const at = time === '' ? '' : `2026-03-20 ${time}`
        return [reference, orderNumber, account, sku, quantity, event, at, `E${++events}`]
      })
      return (await on().feedRows('returns', csv(rows, HEADER))).summary
    },
  }
}

function desk(on: On) {
  return {
    /**
     * Announces a return of a line.
     *
     * @returns its reference
     */
    async announced(
      orderNumber: string,
      quantity: number,
      {
        lineNumber = 1,
        resolution = 'refund',
        reason = 'MIND',
      }: { lineNumber?: number; resolution?: 'refund' | 'exchange'; reason?: string } = {},
    ): Promise<string> {
      const lines = [{ lineNumber, quantity, reason, resolution }]
      const { status, body } = await on().portal.call(announce, { body: { orderNumber, lines } }, on().me)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.returnReference
    },
    /**
     * Records a state of pieces of a line.
     *
     * @returns the answer, which can be a refusal
     */
    marked: (reference: string, state: LifeState, quantity = 1, lineNumber = 1) =>
      on().portal.send(
        mark,
        { params: { reference }, body: { state, lines: ofLine(quantity, lineNumber), reason: 'As the desk saw it' } },
        on().me,
      ),
    /**
     * Records a refund of pieces of a line.
     *
     * @returns the answer, which can be a refusal
     */
    refunded: (
      reference: string,
      amount: string,
      quantity = 1,
      { lineNumber = 1, ...more }: { reason?: string; deduction?: string; lineNumber?: number } = {},
    ) =>
      on().portal.send(
        refund,
        { params: { reference }, body: { lines: ofLine(quantity, lineNumber), amount, ...more } },
        on().me,
      ),
  }
}

/** Functions that read the results, and run jobs. */
function records(on: On) {
  return {
    /** A return's record, with the pieces of its first line by state. */
    async read(reference: string) {
      const { body } = await on().portal.call(record, { params: { reference } }, on().me)
      const [line] = body.details
      const pieces = Object.fromEntries((line?.pieces ?? []).map(({ state, quantity }) => [state, quantity]))
      return { pieces, owed: line?.owed, dueOn: body.refundDueOn, state: body.state, exchange: body.exchange }
    },
    /** Returnable pieces of each order line. */
    async returnable(orderNumber: string, lines = 1) {
      const allLines = Array.from({ length: lines }, (_, at) => ({ lineNumber: at + 1, quantity: 99, reason: 'MIND' }))
      const { body } = await on().portal.call(offer, { body: { orderNumber, lines: allLines } }, on().me)
      return body.decision.lines.map(({ why, change }) =>
        why === 'already-returned' ? 0 : Number(/\d+/.exec(change)?.[0]),
      )
    },
    /** Pieces of a SKU on hand, by allocation code. */
    async onHand(sku: string) {
      const { client } = on().me
      const balances = await inClient(on().portal.database, client, (transaction) =>
        balancesOf(transaction, client, [sku]),
      )
      return Object.fromEntries(balances.map(({ code, onHand: pieces }) => [code, Number(pieces)]))
    },
    /**
     * Runs the exchange job.
     *
     * @returns how many were settled
     */
    settle: () =>
      settleExchanges(
        { database: on().portal.database, services: on().portal.app.services, log: on().portal.app.log },
        new Date(),
      ),
  }
}
