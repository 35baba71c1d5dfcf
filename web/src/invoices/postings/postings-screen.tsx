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
import { useWhyNotDecide } from '../use-invoice-rights.ts'
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
  const mayNot = useWhyNotDecide()
  const waiting = useQuery({
    queryKey: ['invoices', 'postings', 'waiting'],
    queryFn: ({ signal }) => fetchPostings(1, 1, signal).then((answer) => answer.waiting),
  }).data
  const list = usePagedList<Posting>({
    queryKey: ['invoices', 'postings'],
    place: { ...search, sort: 'number', order: 'desc' },
    onPlace: ({ page, limit }) => change({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: (page, limit, signal) =>
      fetchPostings(page, limit, signal).then(({ postings, pageInfo }) => ({ rows: postings, total: pageInfo.total })),
    rowId,
  })
  const count = waiting?.reduce((sum, { invoices: many }) => sum + many, 0) ?? 0
  const posted = Math.min(count, MAX_POSTED)
  const label = count === 0 ? 'Post accepted invoices' : `Post ${formatCount(posted)} accepted ${noun(posted)}…`
  const whyNot = mayNot ?? (waiting && count === 0 ? 'Every accepted invoice is posted.' : undefined)
  const open = ({ postingID }: Posting) => void router.navigate({ href: postingAddress({ postingID }) })

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
        title={`Post ${formatCount(posted)} accepted ${noun(posted)}?`}
        confirmLabel={`Post ${formatCount(posted)} ${noun(posted)}`}
        isDangerous
        onConfirm={post}
        onDone={open}
        onClose={() => setAsking(false)}
      >
        <p>
          {waiting?.map(({ currency, net }) => amountText(net, currency)).join(' and ')} net is waiting to be posted
          {count > MAX_POSTED && `; the ${MAX_POSTED} oldest invoices are posted now`}. A posting cannot be undone.
        </p>
      </ConfirmDialog>
    </ListScreen>
  )
}

const noun = (count: number) => (count === 1 ? 'invoice' : 'invoices')
