import { Button } from '@mantine/core'
import { orders } from '@despatch/contract/orders/orders'
import { formatCount } from '@despatch/domain/money/money'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ApiError, messageOf } from '../app/api/api-error.ts'
import { call } from '../app/api/call.ts'
import { DecisionView } from '../allocation/decision-view.tsx'
import { DayText, MoneyText, Status } from '../table/cells.tsx'
import styles from './amend-order.module.css'
import { type AmendValues, previewBody } from './amend-values.ts'
import { carriersOf, differenceWords, type Preview, previewSentence } from './amend-words.ts'
import createStyles from './create-order.module.css'
import type { OrderForm } from './order-draft.ts'

/** Typing is not interrupted by what it comes to. */
const DEBOUNCE_MS = 400

type Given = {
  readonly form: OrderForm
  readonly version: number
  /** What the form began with. */
  readonly base: AmendValues
  readonly clientCode: string
  readonly currency: string
}

/** What allocation would change by what is typed, before it is saved: the order as it stands beside it as it would be. */
export function AmendPreview({ form, version, base, clientCode, currency }: Given) {
  const id = useId()
  const typed = {
    version,
    country: form.useWatchValue('country') ?? '',
    postCode: form.useWatchValue('postCode'),
    dispatchService: form.useWatchValue('dispatchService') ?? 'STANDARD',
    date: form.useWatchValue('date'),
    items: form.useWatchValue('items'),
  }
  const body = previewBody(typed, base)
  const text = body ? JSON.stringify(body) : ''
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['orders', 'amend-preview', clientCode, asked],
    queryFn: ({ signal }) =>
      call(
        orders.amendPreview,
        { body: JSON.parse(asked) as NonNullable<typeof body> },
        { signal, client: clientCode },
      ),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    // What others take of the capacity changes it.
    staleTime: 0,
    retry: false,
  })
  const isBehind = isFetching || asked !== text
  const words = !body
    ? 'Something of the service, the address or the lines is to be mended first.'
    : error
      ? problemWords(error)
      : data
        ? previewSentence(data)
        : 'Working it out…'
  return (
    <section className={`${createStyles.section} ${createStyles.wide}`} aria-labelledby={id}>
      <h2 id={id} className={createStyles.heading}>
        What allocation would change
      </h2>
      <div className={styles.preview} data-behind={isBehind || undefined}>
        <p role="status" className={styles.words}>
          {words}
        </p>
        {data && !error && <Sides preview={data} currency={currency} />}
      </div>
    </section>
  )
}

function problemWords(error: Error): string {
  if (error instanceof ApiError && error.code === 'version_conflict')
    return 'Somebody else has changed this order meanwhile: saving shows it field by field.'
  const [field] = error instanceof ApiError ? error.fields : []
  return field?.message ?? messageOf(error)
}

function Sides({ preview, currency }: { readonly preview: Preview; readonly currency: string }) {
  const { before, after, isChanged, costDifference, decisions } = preview
  const [isOpen, opening] = useDisclosure()
  const hasException = isChanged && after.routing.exception !== null
  const difference = differenceWords(costDifference)
  const row = (title: string, was: ReactNode, is: ReactNode, isOther: boolean) => (
    <tr data-changed={(isChanged && isOther) || undefined}>
      <th scope="row">{title}</th>
      <td>{was}</td>
      {isChanged && <td>{is}</td>}
    </tr>
  )
  return (
    <>
      <table className={styles.sides} aria-label="The order as it stands, and as it would be">
        <thead>
          <tr>
            <td />
            <th scope="col">As it stands</th>
            {isChanged && <th scope="col">After saving</th>}
          </tr>
        </thead>
        <tbody>
          {row(
            'Carrier',
            <Carrier side={before} />,
            <Carrier side={after} />,
            carriersOf(before) !== carriersOf(after),
          )}
          {row(
            'Despatch day',
            <DayText day={before.despatchDate} />,
            <DayText day={after.despatchDate} />,
            before.despatchDate !== after.despatchDate,
          )}
          {row(
            'Carrier cost',
            before.cost === null ? '–' : <MoneyText amount={before.cost} />,
            after.cost === null ? (
              '–'
            ) : (
              <>
                <MoneyText amount={after.cost} />
                {difference && difference !== 'the same' && <span className={styles.remark}> {difference}</span>}
              </>
            ),
            before.cost !== after.cost,
          )}
          {row('Pieces', formatCount(before.quantity), formatCount(after.quantity), before.quantity !== after.quantity)}
          {row(
            'Order total',
            <MoneyText amount={before.totalValue} currency={currency} />,
            <MoneyText amount={after.totalValue} currency={currency} />,
            before.totalValue !== after.totalValue,
          )}
        </tbody>
      </table>
      {hasException && <p className={styles.exception}>{after.routing.exception}.</p>}
      {isChanged && decisions.some(({ decided }) => decided.candidates.length > 0) && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.why}
          aria-expanded={isOpen}
          onClick={opening.toggle}
        >
          {hasException ? 'Why not?' : 'Why?'}
        </Button>
      )}
      {isChanged &&
        isOpen &&
        decisions.map(({ number, decided, consignment }) => (
          <DecisionView
            key={number}
            decided={decided}
            consignment={consignment}
            label={decisions.length > 1 ? `Consignment ${number}: every candidate, in its ranking` : undefined}
          />
        ))}
    </>
  )
}

function Carrier({ side }: { readonly side: Preview['before'] }) {
  const carriers = carriersOf(side)
  return (
    <>
      {carriers}
      {side.routing.exception !== null && <Status meaning="bad">Routing exception</Status>}
      {carriers === '' && side.routing.exception === null && 'None'}
    </>
  )
}
