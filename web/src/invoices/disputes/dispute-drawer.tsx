import { Pagination, Skeleton } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { Dispute } from '@despatch/contract/invoices/disputes'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { isLive } from '@despatch/domain/invoices/dispute'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { saveFile } from '../../kit/list/export/save-file.ts'
import { SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { callFile } from '../../kit/server/call.ts'
import { invoiceAddress, parcelsAddress } from '../addresses.ts'
import { Amount } from '../figures.tsx'
import { amountText, countText, verdictLabel } from '../invoice-text.ts'
import { DisputeActions } from './dispute-actions.tsx'
import { disputedRowsOf, disputeOf } from './dispute-queries.ts'
import { STATE_MEANINGS, stateLabel } from './dispute-text.ts'
import { HistorySection } from '../../kit/record/history-section.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import { RecordPeek } from '../../kit/record/record-peek.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import parts from '../../kit/record/record-parts.module.css'

type Answer = RouteAnswer<typeof invoices.dispute>
type DisputeDrawerProps = {
  /** '' while none is open. */
  readonly disputeID: string
  readonly onClose: () => void
}

/** A dispute: its claim, credits, rows and history, and the pack for the carrier. */
export function DisputeDrawer({ disputeID, onClose }: DisputeDrawerProps) {
  return (
    <PeekDrawer of={disputeID || undefined} size="xl" title={() => 'Dispute'} onClose={onClose}>
      {(id) => <OneDispute key={id} disputeID={id} />}
    </PeekDrawer>
  )
}

function OneDispute({ disputeID }: { readonly disputeID: string }) {
  const query = useQuery(disputeOf(disputeID))
  return (
    <RecordPeek query={query} noun="dispute" goneText="Dispute not found. It may have been removed with its rejection.">
      {(answer) => <Shown answer={answer} />}
    </RecordPeek>
  )
}

function Shown({ answer: { dispute, email, contact, history, settlements } }: { readonly answer: Answer }) {
  const { disputeID, number, currency } = dispute
  return (
    <>
      <PeekHead
        status={<Status meaning={STATE_MEANINGS[dispute.state]}>{stateLabel(dispute.state)}</Status>}
        actions={
          <DisputeActions
            disputes={[dispute]}
            more={{
              label: 'Download the pack (XLSX)',
              onAct: () =>
                callFile(invoices.disputePack, { params: { disputeID }, query: { isFile: 'true' } }).then((file) =>
                  saveFile(file, `Dispute ${number}.xlsx`),
                ),
            }}
            onDone={nothing}
          />
        }
        banner={<DisputeBanner dispute={dispute} />}
        facts={{
          Dispute: <Reference text={number} />,
          Claimed: <Amount amount={dispute.claimed} currency={currency} />,
          Credited: <Amount amount={dispute.credited} currency={currency} />,
          Open: <Amount amount={dispute.open} currency={currency} />,
          Invoice: (
            <ScreenLink to={invoiceAddress({ summaryID: dispute.summaryID })}>{dispute.invoiceNumber}</ScreenLink>
          ),
          Deadline: <DayText day={dispute.dueDay} />,
          Carrier: dispute.account ? `${dispute.carrierName}, account ${dispute.account}` : dispute.carrierName,
          'Send to': [contact, email].filter(Boolean).join(', '),
          Reason: dispute.reason,
          Payment: dispute.payable === 'billed' && 'The invoice is paid in full, and this is claimed back.',
        }}
      />
      <Rows disputeID={disputeID} currency={currency} summaryID={dispute.summaryID} />
      <RecordSection title="Credits" empty={settlements.length === 0 ? 'None yet.' : undefined}>
        <ul className={parts.plain}>
          {settlements.map((one) => (
            <li key={`${one.summaryID} ${one.by}`}>
              {amountText(one.amount, currency)} on{' '}
              <ScreenLink to={invoiceAddress({ summaryID: one.summaryID })}>invoice {one.invoiceNumber}</ScreenLink> of{' '}
              <DayText day={one.invoiceDay} />, {countText(one.credits, ['credit', 'credits'])}
              {one.by && `, allocated by ${one.by}`}
            </li>
          ))}
        </ul>
      </RecordSection>
      <HistorySection history={history} textOf={(event) => eventText(event, currency)} />
    </>
  )
}

/** A refusal with its reason, or a missed deadline. */
function DisputeBanner({ dispute: { state, closedReason, age, dueDay } }: { readonly dispute: Dispute }) {
  if (state === 'refused')
    return (
      <RecordBanner meaning="bad" title="Refused by the carrier">
        {closedReason && <p>{closedReason}</p>}
      </RecordBanner>
    )
  if (!isLive(state) || age === 'not due') return null
  return (
    <RecordBanner meaning="attention" title="Past its deadline">
      <p>
        The carrier’s answer was due on <DayText day={dueDay} />.
      </p>
    </RecordBanner>
  )
}

const nothing = () => undefined

function eventText({ what, text, amount }: Answer['history'][number], currency: string): string {
  const sum = amount === null ? '' : amountText(amount, currency)
  switch (what) {
    case 'opened':
      return `opened for ${sum}: ${text}`
    case 'rows taken out':
      return `${countText(Number(text), ['row', 'rows'])} for ${sum} removed`
    case 'credited':
      return `${sum} credited on invoice ${text}`
    case 'credit taken back':
      return `${sum} of invoice ${text} removed`
    case 'sent':
    case 'refused':
    case 'written off':
    case 'reopened':
      return text ? `${what}: ${text}` : what
  }
}

type RowsProps = { readonly disputeID: string; readonly summaryID: string; readonly currency: string }

function Rows({ disputeID, summaryID, currency }: RowsProps) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(disputedRowsOf(disputeID, page))
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={160} aria-label="Loading the rows" />
  const pages = Math.ceil(data.total / SHORT_PAGE_SIZE)
  return (
    <RecordSection title="Disputed rows" beside={<span className={parts.remark}>{formatCount(data.total)}</span>}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={parts.scroll} tabIndex={0} role="group" aria-label="Disputed rows">
        <table className={parts.rows} aria-label="Disputed rows">
          <ColumnHeads
            texts={['Parcel', 'Result', 'For']}
            figures={['Billed', 'Claimed', 'Credited']}
            figureClass={parts.number}
          />
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.parcelID}>
                <th scope="row">
                  <ScreenLink to={parcelsAddress({ summaryID, detailsID: row.detailsID, parcel: row.parcelID })}>
                    {row.trackingNumber || row.consignmentNumber || 'Charge of the invoice'}
                  </ScreenLink>
                </th>
                <td>{verdictLabel(row.verdict)}</td>
                <td>{row.parts.map(({ category }) => category).join(', ')}</td>
                <td className={parts.number}>{amountText(row.billed, currency)}</td>
                <td className={parts.number}>{amountText(row.claimed, currency)}</td>
                <td className={parts.number}>{amountText(row.credited, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <Pagination
          size="sm"
          mt="xs"
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </RecordSection>
  )
}
