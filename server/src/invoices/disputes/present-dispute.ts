import type { Dispute } from '@despatch/contract/invoices/disputes'
import type { Day } from '@despatch/domain/calendar/day'
import { ageOf, disputeNumber, openAmount } from '@despatch/domain/invoices/dispute'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { DisputeRow } from './lock-disputes.ts'

export const presentDispute = (row: DisputeRow, today: Day): Dispute => ({
  disputeID: String(row.dispute_id),
  number: disputeNumber(row.dispute_id),
  state: row.state,
  summaryID: String(row.invoice_id),
  invoiceNumber: row.invoice_number,
  invoiceDay: row.invoice_day,
  carrierCode: row.carrier,
  carrierName: row.carrier_name,
  account: row.account,
  currency: row.currency,
  dueDay: row.due_day,
  age: ageOf(row.due_day, today),
  payable: row.payable,
  reason: row.reason,
  openedAt: row.opened_at.toISOString(),
  openedBy: row.opened_by,
  sentAt: row.sent_at?.toISOString() ?? null,
  sentBy: row.sent_by,
  closedAt: row.closed_at?.toISOString() ?? null,
  closedBy: row.closed_by,
  closedReason: row.closed_reason,
  rows: row.rows,
  claimed: costText(row.claimed),
  credited: costText(row.credited),
  open: costText(openAmount(row)),
  version: row.version,
})
