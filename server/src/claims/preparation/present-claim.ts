import type { Claim } from '@despatch/contract/claims/claim'
import { claimNumber, submissionNumber } from '@despatch/domain/claims/claim'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'

export type ClaimRow = Selectable<Tables['claims']> & { written_as: string }

/** The columns of `claims k` for {@link presentClaim}. */
export const claimColumns = sql`k.*, coalesce((
  select written_as from parcels where client_code = k.client_code and tracking_number = k.tracking_number limit 1
), k.tracking_number) as written_as`

export const presentClaim = (row: ClaimRow): Claim => ({
  claimID: String(row.claim_id),
  number: claimNumber(row.claim_id),
  submission: submissionNumber(row.submission_no),
  state: row.state,
  clientCode: row.client_code,
  trackingNumber: row.written_as,
  orderNumber: row.order_number,
  carrierCode: row.carrier,
  carrierName: row.carrier_name,
  carrierService: row.carrier_service,
  cause: row.cause,
  despatchedOn: row.despatched_on,
  deadline: row.deadline,
  currency: row.currency,
  goods: costText(row.goods),
  carriage: costText(row.carriage),
  amount: costText(row.claimed),
  accepted: row.accepted === null ? null : costText(row.accepted),
  paid: costText(row.paid),
  carrierReference: row.carrier_reference,
  preparedAt: row.prepared_at.toISOString(),
  preparedBy: row.prepared_by,
  sentAt: row.sent_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
  version: row.version,
})
