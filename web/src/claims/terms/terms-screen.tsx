import { Button, Drawer, Skeleton } from '@mantine/core'
import type { ClaimTermsDto } from '@despatch/contract/claims/claim-terms'
import { claims } from '@despatch/contract/claims/claims'
import { dayOf, formatDayRange, formatDayShort } from '@despatch/domain/calendar/day'
import { formatMoney } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Status } from '../../kit/list/columns/cells.tsx'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { EmptyTable, TableProblem } from '../../kit/list/table-states.tsx'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { claimsChanged, termsNow } from '../claim-queries.ts'
import { daysText } from '../claim-text.ts'
import parts from '../../kit/record/record-parts.module.css'
import styles from '../claims.module.css'
import { UncheckedTerms } from './unchecked-terms.tsx'
import { TermsForm } from './terms-form.tsx'
import { useIsOperator, usePrepareDisabledReason } from '../use-claim-rights.ts'

/** What each carrier pays and until when, which decides what can be claimed. */
export function ClaimTermsScreen() {
  const { data, error, refetch } = useQuery(termsNow)
  const isOperator = useIsOperator()
  const mayNot = usePrepareDisabledReason()
  const [edited, setEdited] = useState<ClaimTermsDto | 'new'>()
  const [deleted, setDeleted] = useState<ClaimTermsDto>()
  const close = () => setEdited(undefined)
  const of = edited === 'new' ? undefined : edited
  return (
    <ListPage
      title="Claim terms"
      counted={data && `${data.terms.length} terms`}
      action={
        isOperator && (
          <Button ml="auto" disabled={mayNot !== undefined} title={mayNot} onClick={() => setEdited('new')}>
            Add claim terms
          </Button>
        )
      }
    >
      <div className={styles.page}>
        {error && !data && <TableProblem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={240} aria-label="Loading claim terms" />}
        {data && <UncheckedTerms terms={data.terms} />}
        {data?.without.map((carrier) => (
          <p key={carrier} className={parts.remark}>
            {carrier} has claimable parcels but no terms.
          </p>
        ))}
        {data?.gaps.map(({ carrierCode, service, from, to }) => (
          <p key={`${carrierCode} ${service} ${from}`} className={parts.remark}>
            No terms of {[carrierCode, service].filter(Boolean).join(' ')} cover {formatDayRange(from, to)}.
          </p>
        ))}
        {data?.terms.length === 0 && (
          <EmptyTable>
            <p>No claim terms. Add terms before you can claim.</p>
          </EmptyTable>
        )}
        {data && data.terms.length > 0 && (
          <TermsTable terms={data.terms} onOpen={isOperator && mayNot === undefined ? setEdited : undefined} />
        )}
      </div>
      <Drawer opened={edited !== undefined} onClose={close} position="right" size="xl" withCloseButton={false}>
        {edited !== undefined && (
          <TermsForm key={of?.termsID ?? 'new'} of={of} onDone={close} onDelete={() => setDeleted(of)} />
        )}
      </Drawer>
      <ConfirmDialog
        opened={deleted !== undefined}
        title={`Delete the terms of ${deleted?.carrierCode ?? ''}?`}
        confirmLabel="Delete"
        isDangerous
        onConfirm={async () => {
          const { message } = await call(claims.removeTerms, { query: { id: deleted?.termsID ?? '' } })
          notify.success(message)
        }}
        onDone={() => {
          void claimsChanged()
          close()
        }}
        onClose={() => setDeleted(undefined)}
      >
        <p>You can’t claim for parcels on these dates any more. Prepared claims don’t change.</p>
      </ConfirmDialog>
    </ListPage>
  )
}

const COLUMNS = ['Carrier', 'Service', 'Despatched', 'Lost', 'Damaged', 'Late', 'Limit', 'Goods at', 'Source']
const within = (days: number | null, text: (days: number) => string) => (days === null ? 'Not paid' : text(days))
const limit = (amount: string, currency: string, of: string) =>
  amount === '' ? '' : `${formatMoney(amount, currency)} ${of}`

type TermsTableProps = {
  readonly terms: readonly ClaimTermsDto[]
  readonly onOpen: ((terms: ClaimTermsDto) => void) | undefined
}

const TermsTable = ({ terms, onOpen }: TermsTableProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
  <div className={parts.scroll} tabIndex={0} role="group" aria-label="Claim terms">
    <table className={`${parts.rows} ${styles.terms}`} aria-label="Claim terms">
      <ColumnHeads texts={COLUMNS} />
      <tbody>
        {terms.map((one) => (
          <tr key={one.termsID}>
            <th scope="row">
              {onOpen ? (
                <Button variant="subtle" size="compact-sm" onClick={() => onOpen(one)}>
                  {one.carrierCode}
                </Button>
              ) : (
                one.carrierCode
              )}
            </th>
            <td data-label="Service">{one.service || 'All others'}</td>
            <td data-label="Despatched">
              {one.to ? formatDayRange(one.from, one.to) : `From ${formatDayShort(one.from)}`}
            </td>
            <td data-label="Lost">
              {within(
                one.lostAfterDays,
                (days) => `After ${daysText(days)} of silence, claim within ${daysText(one.lostWithinDays)}`,
              )}
            </td>
            <td data-label="Damaged">{within(one.damagedWithinDays, (days) => `Claim within ${daysText(days)}`)}</td>
            <td data-label="Late">
              {within(
                one.lateAfterDays,
                (days) => `From ${daysText(days)} late, claim within ${daysText(one.lateWithinDays)}`,
              )}
            </td>
            <td data-label="At most">
              {[
                limit(one.mostPerParcel, one.limitCurrency, 'per parcel'),
                limit(one.mostPerKg, one.limitCurrency, 'per kg'),
              ]
                .filter(Boolean)
                .join(', ') || 'No limit'}
            </td>
            <td data-label="Goods at">
              {one.basis === 'cost price' ? `Cost price, ${one.costPercent}% of selling price` : 'Selling price'}
            </td>
            <td data-label="Source">
              {one.source}
              <div>
                {one.isChecked ? (
                  `As of ${formatDayShort(dayOf(new Date(one.changedAt)))}`
                ) : (
                  <Status meaning="attention">Not checked against a contract</Status>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
