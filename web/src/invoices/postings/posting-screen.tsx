import { invoices } from '@despatch/contract/invoices/invoices'
import type { PostingLine } from '@despatch/contract/invoices/postings'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { RecordWaiting } from '../../kit/form/record-waiting.tsx'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { pageFields } from '../../kit/list/page-size.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { orNull } from '../../kit/server/or-null.ts'
import { nameTab } from '../../kit/tabs/window-tabs.ts'
import { INVOICE_SCREENS, postingTabId } from '../addresses.ts'
import { addressId } from '../invoice-queries.ts'
import { LINE_COLUMNS, sumsText } from './posting-columns.tsx'

const shape = z.object({
  postingID: addressId,
  ...pageFields(),
})
type Search = z.output<typeof shape>
const rowId = ({ line }: PostingLine) => String(line)

const fetchLines = (postingID: string, page: number, limit: number, signal?: AbortSignal) =>
  call(invoices.postingLines, { query: { postingID, page: String(page), limit: String(limit) } }, { signal })

/** The journal lines of one posting. */
export function PostingScreen() {
  const [search, change] = useScreenSearch(shape)
  const { postingID } = search
  const { data, error, refetch } = useQuery({
    queryKey: ['invoices', 'postings', 'one', postingID],
    queryFn: ({ signal }) => fetchLines(postingID, 1, 1, signal).then(({ posting }) => posting, orNull),
    enabled: postingID !== '',
  })
  const number = data?.number
  useEffect(() => {
    if (number) nameTab(postingTabId(postingID), `Posting ${number}`)
  }, [postingID, number])
  if (data) return <Lines posting={data} search={search} onChange={change} />
  const why = postingID === '' || data === null ? 'There is no such posting.' : undefined
  return (
    <RecordWaiting title="Posting" why={why} error={error} onRetry={() => void refetch()}>
      {why && (
        <p>
          <ScreenLink to={INVOICE_SCREENS.postings} underline="always">
            Postings
          </ScreenLink>
        </p>
      )}
    </RecordWaiting>
  )
}

type LinesProps = {
  readonly posting: Awaited<ReturnType<typeof fetchLines>>['posting']
  readonly search: Search
  readonly onChange: (part: Partial<Search>) => void
}

function Lines({ posting, search, onChange }: LinesProps) {
  const { postingID, number, postedAt, postedBy } = posting
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
      filters={
        <span>
          Posted <MomentText at={postedAt} /> by {postedBy}. Payable {sumsText('payable', posting)}; debits and credits{' '}
          {sumsText('debit', posting)} each.
        </span>
      }
      hasOwnViews
      isOrdered
      empty="The posting has no lines: its invoices came to nothing."
    />
  )
}
