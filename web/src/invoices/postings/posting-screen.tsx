import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { PostingLine } from '@despatch/contract/invoices/postings'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { DayText, MomentText } from '../../kit/list/columns/cells.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { pageFields } from '../../kit/list/page-size.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { nullIfNotFound } from '../../kit/server/null-if-not-found.ts'
import { nameTab } from '../../kit/tabs/window-tabs.ts'
import { INVOICE_SCREENS, postingAddress, postingTabId } from '../addresses.ts'
import { addressId } from '../invoice-queries.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { LINE_COLUMNS, sumsText } from './posting-columns.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

const shape = z.object({
  postingID: addressId,
  ...pageFields(),
})
type Search = z.output<typeof shape>
const rowId = ({ line }: PostingLine) => String(line)

const fetchLines = (postingID: string, page: number, limit: number, signal?: AbortSignal) =>
  call(invoices.postingLines, { query: { postingID, page: String(page), limit: String(limit) } }, { signal })

/** Journal lines of a posting. */
export function PostingScreen() {
  const [search, change] = useScreenSearch(shape)
  const { postingID } = search
  const { data, error, refetch } = useQuery({
    queryKey: ['invoices', 'postings', 'one', postingID],
    queryFn: ({ signal }) => fetchLines(postingID, 1, 1, signal).then(({ posting }) => posting, nullIfNotFound),
    enabled: postingID !== '',
  })
  const number = data?.number
  useEffect(() => {
    if (number) nameTab(postingTabId(postingID), `Posting ${number}`)
  }, [postingID, number])
  if (data) return <Lines posting={data} search={search} onChange={change} />
  const why = postingID === '' || data === null ? 'Posting not found.' : undefined
  return (
    <RecordLoading title="Posting" why={why} error={error} onRetry={() => void refetch()}>
      {why && (
        <p>
          <ScreenLink to={INVOICE_SCREENS.postings} underline="always">
            Postings
          </ScreenLink>
        </p>
      )}
    </RecordLoading>
  )
}

type LinesProps = {
  readonly posting: Awaited<ReturnType<typeof fetchLines>>['posting']
  readonly search: Search
  readonly onChange: (part: Partial<Search>) => void
}

function Lines({ posting, search, onChange }: LinesProps) {
  const { postingID, number, postingDate, postedAt, postedBy, reverses, reversedBy } = posting
  const goTo = useGoTo()
  const [isReversing, setReversing] = useState(false)
  const whyNot =
    useDecideDisabledReason() ?? (reverses ? 'You can’t reverse a reversal. Post its invoices again.' : undefined)
  const fetchPage = (page: number, limit: number, signal?: AbortSignal) =>
    fetchLines(postingID, page, limit, signal).then(({ lines, pageInfo }) => ({ rows: lines, total: pageInfo.total }))
  const list = usePagedList<PostingLine>({
    queryKey: ['invoices', 'postings', 'lines', postingID],
    place: { ...search, sort: 'line', order: 'asc' },
    onPlace: ({ page, limit }) => onChange({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage,
    rowId,
  })
  return (
    <ListScreen
      name="invoice-posting-lines"
      title={`Posting ${number}`}
      label={`Journal lines of posting ${number}`}
      exportTitle={`Posting ${number}`}
      noun={['line', 'lines']}
      columns={LINE_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchPage(page, size, signal).then(({ rows }) => rows)}
      action={
        !reversedBy && (
          <>
            <DisabledReason reasons={[whyNot]} />
            <Button variant="default" disabled={whyNot !== undefined} onClick={() => setReversing(true)}>
              Reverse…
            </Button>
          </>
        )
      }
      filters={
        <>
          <span>
            Posting date <DayText day={postingDate} />, created <MomentText at={postedAt} /> by {postedBy}. Payable{' '}
            {sumsText('payable', posting)}; debits and credits {sumsText('debit', posting)} each.
          </span>
          {reverses && <OtherPosting verb="Reverses" other={reverses} />}
          {reversedBy && <OtherPosting verb="Reversed by" other={reversedBy} />}
        </>
      }
      hasNoViews
      isOrdered
      empty="This posting is empty because its invoices total £0."
    >
      <ReverseDialog
        posting={posting}
        opened={isReversing}
        onDone={(reversal) => goTo(postingAddress({ postingID: reversal.postingID }))}
        onClose={() => setReversing(false)}
      />
    </ListScreen>
  )
}

type OtherPostingProps = {
  readonly verb: string
  readonly other: { readonly postingID: string; readonly number: string }
}

function OtherPosting({ verb, other: { postingID, number } }: OtherPostingProps) {
  return (
    <span>
      {verb}{' '}
      <ScreenLink to={postingAddress({ postingID })} underline="always">
        {number}
      </ScreenLink>
    </span>
  )
}
