import { Alert, Button } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { InvoiceToPost } from '@despatch/contract/invoices/postings'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { EmptyTable, TableProblem } from '../../kit/list/table-states.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { addressForSame } from '../../kit/navigation/screen-address.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { INVOICE_SCREENS, invoiceAddress, postingAddress } from '../addresses.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { amountText, countText, sumText } from '../invoice-text.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { InvoicesToPost, sumsOf } from './invoices-to-post.tsx'
import { PostingDateField, postingDateReason } from './posting-date-field.tsx'
import styles from './postings.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'

const TITLE = 'Post invoices'
const INVOICES = ['invoice', 'invoices'] as const
const TYPING_MS = 300

/** What posting would add to the ledger: the user chooses invoices and a date, then posts them as seen. */
export function PostScreen() {
  const mayNot = useDecideDisabledReason()
  if (mayNot === undefined) return <Post />
  return (
    <RecordLoading title={TITLE} why={mayNot} error={undefined} onRetry={() => undefined}>
      <p>
        <ScreenLink to={INVOICE_SCREENS.postings} underline="always">
          Postings
        </ScreenLink>
      </p>
    </RecordLoading>
  )
}

function Post() {
  const router = useRouter()
  // Today until the user types another date, by the server's first answer.
  const [typedDate, setPostingDate] = useState<string>()
  const postingDate = typedDate ?? operatorToday()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  /** Invoices to load again after a change; otherwise all that wait. */
  const [requested, setRequested] = useState<readonly string[]>()
  const whyNoDate = postingDateReason(postingDate)
  // While a date is being typed, it passes through others.
  const [lookedAtDate] = useDebouncedValue(postingDate, TYPING_MS)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invoices', 'postings', 'preflight', lookedAtDate, requested],
    queryFn: ({ signal }) =>
      call(
        invoices.preflightPosting,
        { body: { postingDate: lookedAtDate, ...(requested && { summaryIDs: [...requested] }) } },
        { signal },
      ),
    enabled: whyNoDate === undefined && lookedAtDate === postingDate,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isChosen = ({ summaryID }: InvoiceToPost) => !leftOut.has(summaryID)
  const chosen = data?.invoices.filter(isChosen) ?? []
  const post = useMutation({
    mutationFn: () => {
      const summaryIDs = chosen.map(({ summaryID }) => summaryID)
      return call(invoices.post, { body: { summaryIDs, seen: chosen.map(({ seen }) => seen), postingDate } })
    },
    async onSuccess({ message, posting }) {
      notify.success(message)
      const address = posting ? postingAddress({ postingID: posting.postingID }) : INVOICE_SCREENS.postings
      await router.navigate({ href: addressForSame(address) })
      await invoicesChanged()
    },
    onError() {
      setRequested(chosen.map(({ summaryID }) => summaryID))
      void refetch()
    },
  })
  const postOnce = useOneAtATime(post.mutateAsync)
  function choose(rows: readonly InvoiceToPost[], isNow: boolean) {
    const next = new Set(leftOut)
    for (const { summaryID } of rows) {
      if (isNow) next.delete(summaryID)
      else next.add(summaryID)
    }
    setLeftOut(next)
  }
  const isNothing = data?.invoices.length === 0 && data.refused.length === 0
  const whyNot = whyNoDate ?? (data && !isNothing && chosen.length === 0 ? 'Choose an invoice.' : undefined)
  return (
    <ListPage
      title={TITLE}
      counted={data && `${countText(data.invoices.length, INVOICES)}, ${chosen.length} chosen`}
      action={
        <>
          <DisabledReason reasons={[whyNot]} />
          <Button
            disabled={whyNot !== undefined || chosen.length === 0 || isFetching || lookedAtDate !== postingDate}
            loading={post.isPending}
            onClick={postOnce}
          >
            {chosen.length === 0 ? TITLE : `Post ${countText(chosen.length, INVOICES)}`}
          </Button>
        </>
      }
      filters={
        <>
          <PostingDateField value={postingDate} onChange={setPostingDate} />
          {requested && (
            <Button
              variant="default"
              mt="auto"
              onClick={() => {
                post.reset()
                setRequested(undefined)
              }}
            >
              Show all unposted
            </Button>
          )}
        </>
      }
      foot={chosen.length > 0 && <Totals chosen={chosen} />}
    >
      {post.error && (
        <Alert color="bad" variant="light" role="alert" flex="none">
          {messageOf(post.error)}
        </Alert>
      )}
      {data && data.more > 0 && (
        <Alert color="attention" variant="light" flex="none">
          Post these first. {countText(data.more, ['more invoice is', 'more invoices are'])} waiting.
        </Alert>
      )}
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline={data !== undefined} />}
      {isNothing && <EmptyTable>Every accepted invoice is posted.</EmptyTable>}
      {data && !isNothing && (
        <div
          className={styles.scroll}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
          tabIndex={0}
          role="group"
          aria-label="To be posted"
          aria-busy={isFetching}
        >
          {data.invoices.length > 0 && <InvoicesToPost rows={data.invoices} isChosen={isChosen} onChoose={choose} />}
          {data.refused.length > 0 && <Refused of={data.refused} />}
        </div>
      )}
    </ListPage>
  )
}

type RefusedProps = { readonly of: RouteAnswer<typeof invoices.preflightPosting>['refused'] }

function Refused({ of }: RefusedProps) {
  return (
    <>
      <h2>Cannot be posted</h2>
      <ul className={styles.refused}>
        {of.map(({ summaryID, invoiceNumber, reason }) => (
          <li key={summaryID}>
            {reason} <ScreenLink to={invoiceAddress({ summaryID })}>Open {invoiceNumber}</ScreenLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The sums of the chosen invoices, by currency. */
function Totals({ chosen }: { readonly chosen: readonly InvoiceToPost[] }) {
  const byCurrency = [...Map.groupBy(chosen, ({ currency }) => currency)]
  return (
    <div className={styles.foot} role="status" aria-label="Total">
      {byCurrency.map(([currency, of]) => {
        const sum = (what: 'debit' | 'payable' | 'accrued') => sumText(of.map((one) => one[what]))
        return (
          <span key={currency}>
            {countText(of.length, INVOICES)} in {currency}: debits and credits {amountText(sum('debit'), currency)}{' '}
            each. {sumsOf({ payable: sum('payable'), accrued: sum('accrued'), currency })}.
          </span>
        )
      })}
    </div>
  )
}
