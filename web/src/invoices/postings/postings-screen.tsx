import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { Posting } from '@despatch/contract/invoices/postings'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { pageFields } from '../../kit/list/page-size.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { agreementsAddress, INVOICE_SCREENS, postingAddress } from '../addresses.ts'
import { countText } from '../invoice-text.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { POSTING_COLUMNS } from './posting-columns.tsx'

const TITLE = 'Postings'
const rowId = ({ postingID }: Posting) => postingID
const shape = z.object(pageFields())

const fetchPostings = (page: number, limit: number, signal?: AbortSignal) =>
  call(invoices.postings, { query: { page: String(page), limit: String(limit) } }, { signal })

/** Postings of accepted invoices in the ledger, and invoices that wait to be posted. */
export function PostingsScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(shape)
  const mayNot = useDecideDisabledReason()
  const waiting = useQuery({
    queryKey: ['invoices', 'postings', 'waiting'],
    queryFn: ({ signal }) => fetchPostings(1, 1, signal),
  }).data
  const list = usePagedList<Posting>({
    queryKey: ['invoices', 'postings'],
    place: { ...search, sort: 'number', order: 'desc' },
    onPlace: ({ page, limit }) => change({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: (page, limit, signal) =>
      fetchPostings(page, limit, signal).then(({ postings, pageInfo }) => ({ rows: postings, total: pageInfo.total })),
    rowId,
  })
  const fresh = waiting?.waiting.reduce((sum, { invoices: many }) => sum + many, 0) ?? 0
  const corrections = waiting?.waitingCorrections ?? 0
  const count = fresh + corrections
  const label = count === 0 ? 'Post invoices' : `Post ${countText(count, ['invoice', 'invoices'])}…`
  const whyNot = mayNot ?? (waiting && count === 0 ? 'Every accepted invoice is posted.' : undefined)
  return (
    <ListScreen
      name="invoice-postings"
      title={TITLE}
      noun={['posting', 'postings']}
      columns={POSTING_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchPostings(page, size, signal).then(({ postings }) => postings)}
      action={
        <>
          <DisabledReason reasons={[whyNot]} />
          <Button disabled={whyNot !== undefined || count === 0} onClick={() => goTo(INVOICE_SCREENS.post)}>
            {label}
          </Button>
        </>
      }
      filters={<ScreenLink to={agreementsAddress({ show: 'ledger' })}>Ledger accounts</ScreenLink>}
      hasNoViews
      isOrdered
      empty="No invoice has been posted yet. Accept invoices, then post them."
      onOpen={({ postingID }) => goTo(postingAddress({ postingID }))}
    />
  )
}
