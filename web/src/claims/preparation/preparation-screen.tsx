import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { Branch, Claimable } from '@despatch/contract/claims/claim'
import { claims } from '@despatch/contract/claims/claims'
import { BRANCHES_FAILED, CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { DayText, Reference } from '../../kit/list/columns/cells.tsx'
import { saveFile } from '../../kit/list/export/save-file.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { EmptyTable, TableProblem } from '../../kit/list/table-states.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useDangerNotice } from '../../kit/notify/use-danger-notice.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { callFile } from '../../kit/server/call.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { claimsAddress } from '../addresses.ts'
import {
  BRANCHES_A_PAGE,
  branchesOf,
  customerShape,
  type CustomerSearch,
  searchBody,
  termsNow,
} from '../claim-queries.ts'
import { CAUSE_OPTIONS, claimedText, claimsText, daysLeftText } from '../claim-text.ts'
import parts from '../../kit/record/record-parts.module.css'
import styles from '../claims.module.css'
import { prepareClaims } from './prepare.ts'
import { useClient, usePrepareDisabledReason } from '../use-claim-rights.ts'

const TITLE = 'Claims Preparation'
type Change = (part: Partial<CustomerSearch>) => void

/** Claims of one customer: the customer, one of its branches, the claimable parcels there, and the claim form. */
export function ClaimsPreparationScreen() {
  const [search, put] = useScreenSearch(customerShape)
  const client = useClient()
  const change: Change = (part) => put(part, { replace: false })
  const { data, error, refetch } = useQuery(branchesOf(search, client))
  const isSearched = search.view !== 'customerSelection' && search.customer !== ''
  // Specification 8: 'Branch search failure: Failed to fetch branch codes.'
  useDangerNotice(isSearched && error ? BRANCHES_FAILED : undefined)
  const branch = search.branch ? data?.branches.find(({ Branch_Code }) => Branch_Code === search.branch) : undefined
  return (
    <ListPage
      title={TITLE}
      counted={isSearched && data && `${formatCount(data.totalRows)} ${data.totalRows === 1 ? 'branch' : 'branches'}`}
    >
      <div className={styles.page}>
        <CustomerForm key={JSON.stringify(search)} search={search} onSearch={change} />
        {!isSearched ? (
          <p className={parts.remark}>
            Choose a customer to see its branches and claimable parcels. ‘Claimable’ lists the parcels of all customers.
          </p>
        ) : error && !data ? (
          <TableProblem error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height={240} aria-label="Loading branches" />
        ) : data.branches.length === 0 ? (
          <EmptyTable>
            <p>No despatched orders found for this customer. Check the account or email.</p>
          </EmptyTable>
        ) : branch ? (
          <BranchClaims search={search} branch={branch} onChange={change} />
        ) : (
          <BranchTable search={search} branches={data.branches} total={data.totalRows} onChange={change} />
        )}
      </div>
    </ListPage>
  )
}

type CustomerFormProps = { readonly search: CustomerSearch; readonly onSearch: Change }

function CustomerForm({ search, onSearch }: CustomerFormProps) {
  const [form, setForm] = useState(search)
  const [isAsked, setAsked] = useState(false)
  const set = (part: Partial<CustomerSearch>) => setForm((before) => ({ ...before, ...part }))
  const isWrong = form.dateFrom !== '' && form.dateTo !== '' && form.dateTo < form.dateFrom
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (form.customer.trim() === '' || isWrong) return
    onSearch({ ...form, customer: form.customer.trim(), view: 'branch', branch: '', page: 1 })
  }
  return (
    <form className={styles.search} onSubmit={submit} aria-label="Customer">
      <TextInput
        label="Customer"
        placeholder="Account or email"
        error={isAsked && form.customer.trim() === '' ? 'Enter an account or email' : undefined}
        maxLength={100}
        autoComplete="off"
        data-filter
        value={form.customer}
        onChange={(event) => set({ customer: event.currentTarget.value })}
      />
      <DayField label="Despatched from" value={form.dateFrom} onChange={(dateFrom) => set({ dateFrom })} />
      <DayField
        label="Despatched to"
        value={form.dateTo}
        error={isWrong ? 'The end date is before the start date' : undefined}
        onChange={(dateTo) => set({ dateTo })}
      />
      <CarrierField value={form.carrier} onChange={(carrier) => set({ carrier })} />
      <Select
        label="Cause"
        placeholder="All"
        clearable
        data={CAUSE_OPTIONS}
        value={form.cause || null}
        onChange={(cause) => set({ cause: (cause ?? '') as CustomerSearch['cause'] })}
      />
      <div className={parts.actions}>
        <Button type="submit">Find branches</Button>
      </div>
    </form>
  )
}

type CarrierFieldProps = { readonly value: string; readonly onChange: (carrier: string) => void }

/** One of the carriers that have claim terms, or all. */
function CarrierField({ value, onChange }: CarrierFieldProps) {
  const { data } = useQuery(termsNow)
  const carriers = new Set([...(data?.terms ?? []).map(({ carrierCode }) => carrierCode), ...(value ? [value] : [])])
  return (
    <SearchSelect
      label="Carrier"
      placeholder="All"
      clearable
      nothingFoundMessage="No matches"
      data={[...carriers]}
      value={value || null}
      onChange={(carrier) => onChange(carrier ?? '')}
    />
  )
}

const addressOf = (branch: Branch) =>
  [branch.Address_1, branch.Address_2, branch.Address_3, branch.Address_4, branch.Post_Code, branch.Country]
    .filter(Boolean)
    .join(', ')

type BranchTableProps = {
  readonly search: CustomerSearch
  readonly branches: readonly Branch[]
  readonly total: number
  readonly onChange: Change
}

function BranchTable({ search, branches, total, onChange }: BranchTableProps) {
  const pages = Math.ceil(total / BRANCHES_A_PAGE)
  return (
    <section aria-label="Branches" className={parts.scroll}>
      <table className={parts.rows} aria-label="Branches">
        <ColumnHeads texts={['Branch', 'Address', 'Client']} figures={['Claimable']} figureClass={parts.number} />
        <tbody>
          {branches.map((branch) => (
            <tr key={branch.Branch_Code}>
              <th scope="row">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => onChange({ view: 'list', branch: branch.Branch_Code })}
                >
                  {branch.Branch_Code}
                </Button>
              </th>
              <td>{addressOf(branch)}</td>
              <td>{branch.clientCode}</td>
              <td className={parts.number}>{branch.claimable === 0 ? '–' : formatCount(branch.claimable)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={parts.actions}>
        <FormButton search={search} />
        {search.page > 1 && (
          <Button size="xs" variant="default" onClick={() => onChange({ page: search.page - 1 })}>
            Previous branches
          </Button>
        )}
        {search.page < pages && (
          <Button size="xs" variant="default" onClick={() => onChange({ page: search.page + 1 })}>
            Next branches
          </Button>
        )}
      </div>
    </section>
  )
}

type BranchClaimsProps = { readonly search: CustomerSearch; readonly branch: Branch; readonly onChange: Change }

function BranchClaims({ search, branch, onChange }: BranchClaimsProps) {
  const goTo = useGoTo()
  const mayNot = usePrepareDisabledReason()
  const parcels = branch.ConsolidatedList
  const prepare = useOneAtATime(() =>
    prepareClaims({ parcels }).then(([submission]) => {
      if (submission) goTo(claimsAddress({ search: submission }))
    }),
  )
  return (
    <section aria-label={`Branch ${branch.Branch_Code}`} className={parts.record}>
      <h2>
        {branch.Branch_Code}: {addressOf(branch)}
      </h2>
      <div className={parts.actions}>
        <Button size="xs" variant="default" onClick={() => onChange({ view: 'branch', branch: '' })}>
          All branches
        </Button>
        <FormButton search={search} />
        <Button size="xs" disabled={mayNot !== undefined || parcels.length === 0} title={mayNot} onClick={prepare}>
          Prepare {claimsText(parcels.length)}
        </Button>
      </div>
      {parcels.length === 0 ? (
        <p className={parts.remark}>Nothing can be claimed for this branch.</p>
      ) : (
        <ParcelTable parcels={parcels} />
      )}
      {branch.claimable > parcels.length && (
        <p className={parts.remark}>
          The first {formatCount(parcels.length)} of {formatCount(branch.claimable)} are shown. Prepare these, then come
          back for the rest.
        </p>
      )}
    </section>
  )
}

const ParcelTable = ({ parcels }: { readonly parcels: readonly Claimable[] }) => (
  <div className={parts.scroll}>
    <table className={parts.rows} aria-label="Claimable parcels">
      <ColumnHeads
        texts={['Parcel', 'Order', 'Carrier', 'Cause', 'Claim by']}
        figures={['Claimable']}
        figureClass={parts.number}
      />
      <tbody>
        {parcels.map((parcel) => (
          <tr key={`${parcel.clientCode} ${parcel.trackingNumber}`}>
            <th scope="row">
              <Reference text={parcel.trackingNumber} />
            </th>
            <td>{parcel.orderNumber}</td>
            <td>{parcel.carrierName}</td>
            <td>{CAUSE_LABELS[parcel.cause]}</td>
            <td>
              <DayText day={parcel.deadline} /> ({daysLeftText(parcel.daysLeft)})
            </td>
            <td className={parts.number}>{claimedText(parcel)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Downloads the claim form for the search; for an empty one it shows the specification's message. */
function FormButton({ search }: { readonly search: CustomerSearch }) {
  const save = useOneAtATime(() =>
    callFile(claims.search, { body: searchBody(search) }).then(
      (file) => saveFile(file, `Claim form ${search.customer}.pdf`),
      (error: unknown) => notify.danger(messageOf(error)),
    ),
  )
  return (
    <Button size="xs" variant="default" onClick={save}>
      Claim form (PDF)
    </Button>
  )
}
