import { Button } from '@mantine/core'
import type { AmendmentSide } from '@despatch/contract/orders/amend/amend-order'
import { orders } from '@despatch/contract/orders/orders'
import { formatCount } from '@despatch/domain/money/money'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { DecisionView } from '../../routing/allocation/decision-view.tsx'
import { DayText, MoneyText, Status } from '../../kit/list/columns/cells.tsx'
import styles from './amend-order.module.css'
import { type AmendValues, previewBody } from './amend-values.ts'
import { carriersText, differencePhrase, type Preview, previewSentence } from './amend-text.ts'
import createStyles from '../create/create-order.module.css'
import type { OrderForm } from '../create/order-draft.ts'

/** Waits for a pause in typing. */
const DEBOUNCE_MS = 400

type AmendPreviewProps = {
  readonly form: OrderForm
  readonly version: number
  /** Values at the start of the form. */
  readonly base: AmendValues
  readonly clientCode: string
  readonly currency: string
}

/** Previews an unsaved amendment beside the present order. */
export function AmendPreview({ form, version, base, clientCode, currency }: AmendPreviewProps) {
  const id = useId()
  const typed = {
    version,
    country: form.useWatchValue('country') ?? '',
    postCode: form.useWatchValue('postCode') ?? '',
    dispatchService: form.useWatchValue('dispatchService') ?? 'STANDARD',
    date: form.useWatchValue('date'),
    items: form.useWatchValue('items'),
  }
  const body = previewBody(typed, base)
  const text = body ? JSON.stringify(body) : ''
  const [settledText] = useDebouncedValue(text, DEBOUNCE_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['orders', 'amend-preview', clientCode, settledText],
    queryFn: ({ signal }) =>
      call(
        orders.amendPreview,
        { body: JSON.parse(settledText) as NonNullable<typeof body> },
        { signal, client: clientCode },
      ),
    enabled: settledText !== '',
    placeholderData: keepPreviousData,
    // Other orders change the available capacity.
    staleTime: 0,
    retry: false,
  })
  const isBehind = isFetching || settledText !== text
  const words = !body
    ? 'Correct the service, address or lines first.'
    : error
      ? problemLabel(error)
      : data
        ? previewSentence(data, currency)
        : 'Calculating…'
  return (
    <section className={`${createStyles.section} ${createStyles.wide}`} aria-labelledby={id}>
      <h2 id={id} className={createStyles.heading}>
        Changes to allocation
      </h2>
      <div className={styles.preview} aria-busy={isBehind}>
        <Sides preview={error ? undefined : data} currency={currency}>
          <p role="status" className={styles.words}>
            {words}
          </p>
        </Sides>
      </div>
    </section>
  )
}

function problemLabel(error: Error): string {
  if (error instanceof ApiError && error.code === 'version_conflict')
    return 'Someone else changed this order. Save to see their changes.'
  const [field] = error instanceof ApiError ? error.fields : []
  return field?.message ?? messageOf(error)
}

type SidesProps = {
  readonly preview: Preview | undefined
  readonly currency: string
  readonly children: ReactNode
}

/** Both sides beneath each other, with reasons. */
function Sides({ preview, currency, children }: SidesProps) {
  const [isOpen, opening] = useDisclosure()
  if (!preview) return children
  const { before, after, isChanged, decisions } = preview
  const hasException = isChanged && after.routing.exception !== null
  const hasReasons = isChanged && decisions.some(({ decided }) => decided.candidates.length > 0)
  return (
    <>
      <div className={styles.notes}>
        {children}
        {hasReasons && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={opening.toggle}>
            {hasException ? 'Why not?' : 'Why?'}
          </Button>
        )}
      </div>
      <table className={styles.sides} aria-label="Order before and after saving">
        <thead>
          <tr>
            <td />
            <th scope="col">Carrier</th>
            <th scope="col">Despatch date</th>
            {preview.before.cost !== undefined && <th scope="col">Carrier cost</th>}
            <th scope="col">Units</th>
            <th scope="col">Order total</th>
          </tr>
        </thead>
        <tbody>
          <Side title="Now" side={before} currency={currency} />
          {isChanged && <Side title="After saving" side={after} currency={currency} preview={preview} />}
        </tbody>
      </table>
      {hasException && <p className={styles.exception}>{after.routing.exception}.</p>}
      {hasReasons &&
        isOpen &&
        decisions.map(({ number, decided, consignment }) => (
          <DecisionView
            key={number}
            decided={decided}
            consignment={consignment}
            currency={currency}
            {...(decisions.length > 1 && { label: `Consignment ${number}: decision after saving` })}
          />
        ))}
    </>
  )
}

type SideProps = {
  readonly title: string
  readonly side: AmendmentSide
  readonly currency: string
  /** The preview of the other side; differences are highlighted. */
  readonly preview?: Preview
}

function Side({ title, side, currency, preview }: SideProps) {
  const { cost, despatchDate, quantity, totalValue } = side
  const was = preview?.before ?? side
  const difference = preview ? differencePhrase(preview.costDifference, currency) : ''
  const mark = (isOther: boolean) => ({ 'data-changed': isOther || undefined })
  return (
    <tr>
      <th scope="row">{title}</th>
      <td {...mark(carriersText(side) !== carriersText(was))}>
        <Carrier side={side} />
      </td>
      <td {...mark(despatchDate !== was.despatchDate)}>
        <DayText day={despatchDate} />
      </td>
      {cost !== undefined && (
        <td {...mark(cost !== was.cost)}>
          {cost === null ? '–' : <MoneyText amount={cost} currency={currency} />}
          {difference && difference !== 'the same' && <span className={styles.remark}> {difference}</span>}
        </td>
      )}
      <td {...mark(quantity !== was.quantity)}>{formatCount(quantity)}</td>
      <td {...mark(totalValue !== was.totalValue)}>
        <MoneyText amount={totalValue} currency={currency} />
      </td>
    </tr>
  )
}

function Carrier({ side }: { readonly side: AmendmentSide }) {
  const carriers = carriersText(side)
  return (
    <>
      {carriers}
      {side.routing.exception !== null && <Status meaning="bad">Routing exception</Status>}
      {carriers === '' && side.routing.exception === null && 'None'}
    </>
  )
}
