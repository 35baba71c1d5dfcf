import { Button } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import { MAX_POSTED, type Posting } from '@despatch/contract/invoices/postings'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { pageFields } from '../../kit/list/page-size.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { postingAddress } from '../addresses.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { amountText } from '../invoice-text.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { POSTING_COLUMNS } from './posting-columns.tsx'

const TITLE = 'Postings'
const rowId = ({ postingID }: Posting) => postingID
const shape = z.object(pageFields())

const fetchPostings = (page: number, limit: number, signal?: AbortSignal) =>
  call(invoices.postings, { query: { page: String(page), limit: String(limit) } }, { signal })

/** What accepted invoices came to in the ledger, and those that wait to be posted. */
export function PostingsScreen() {
  const router = useRouter()
  const [search, change] = useScreenSearch(shape)
  const [isAsking, setAsking] = useState(false)
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
  const posted = Math.min(fresh, MAX_POSTED)
  const corrected = Math.min(corrections, MAX_POSTED - posted)
  const what = [
    posted > 0 && `post ${formatCount(posted)} accepted ${noun(posted)}`,
    corrected > 0 && `correct ${formatCount(corrected)} posted ${noun(corrected)}`,
  ]
    .filter((text) => text !== false)
    .join(' and ')
  const act = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`
  const label = count === 0 ? 'Post accepted invoices' : `${act}…`
  const whyNot = mayNot ?? (waiting && count === 0 ? 'Every accepted invoice is posted.' : undefined)
  const open = (posting: Posting | null) => {
    if (posting) void router.navigate({ href: postingAddress({ postingID: posting.postingID }) })
  }

  async function post() {
    const { message, posting } = await call(invoices.post, { body: {} })
    notify.success(message)
    await invoicesChanged()
    return posting
  }
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
          <Button disabled={whyNot !== undefined || count === 0} onClick={() => setAsking(true)}>
            {label}
          </Button>
        </>
      }
      filters={<></>}
      hasOwnViews
      isOrdered
      empty="No invoice has been posted yet. Accept invoices, then post them: each is posted once."
      onOpen={open}
    >
      <ConfirmDialog
        opened={isAsking}
        title={`${act}?`}
        confirmLabel={act}
        isDangerous
        onConfirm={post}
        onDone={open}
        onClose={() => setAsking(false)}
      >
        <p>
          {fresh > 0 &&
            `${waiting?.waiting.map(({ currency, net }) => amountText(net, currency)).join(' and ') ?? ''} net is waiting to be posted${fresh > MAX_POSTED ? `; the ${MAX_POSTED} oldest invoices are posted now` : ''}. `}
          {corrected > 0 && 'Disputes or credits of posted invoices were decided since: the difference is posted. '}
          What is posted stays; a posting can be reversed by another.
        </p>
      </ConfirmDialog>
    </ListScreen>
  )
}

const noun = (count: number) => (count === 1 ? 'invoice' : 'invoices')
