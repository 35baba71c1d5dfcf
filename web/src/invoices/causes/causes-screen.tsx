import { Button, Drawer } from '@mantine/core'
import type { ChargeCause, PriceCause, WeightCause } from '@despatch/contract/invoices/causes'
import { invoices } from '@despatch/contract/invoices/invoices'
import { addDays, formatDayRange, formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { addressDay } from '../../kit/list/filters/day-range.ts'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { editAddress } from '../../routing/prices/addresses.ts'
import { amountText, countText, varianceText, weightText } from '../invoice-text.ts'
import { AgreedForm } from '../settings/agreed-form.tsx'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { AgreedNote } from './agreed-note.tsx'
import styles from './causes.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'

const TITLE = 'Causes'
const DAYS = 30
const shape = z.object({ from: addressDay, to: addressDay })
type Cause = WeightCause | PriceCause | ChargeCause

/** Causes that explain many variances at once, with evidence and sum, and the forms that fix them. */
export function CausesScreen() {
  const [search, change] = useScreenSearch(shape)
  const [agreeing, setAgreeing] = useState<ChargeCause>()
  const [agreed, setAgreed] = useState<ChargeCause>()
  const today = operatorToday()
  const days =
    search.from && search.to ? { from: search.from, to: search.to } : { from: addDays(today, -DAYS), to: today }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invoices', 'causes', days],
    queryFn: ({ signal }) => call(invoices.causes, { query: days }, { signal }),
  })
  const all: readonly Cause[] = data ? [...data.weights, ...data.prices, ...data.charges] : []
  return (
    <ListPage
      title={TITLE}
      counted={data && countText(all.length, ['cause', 'causes'])}
      filters={
        <>
          <span>Invoices of {formatDayRange(days.from, days.to)}</span>
          <DaysChip
            name="Invoice date"
            verb="Invoiced"
            value={{ dateFrom: search.from, dateTo: search.to }}
            onChange={({ dateFrom, dateTo }) => change({ from: dateFrom, to: dateTo })}
          />
        </>
      }
    >
      <div className={styles.causes}>
        {agreed && <AgreedNote {...agreed} onDone={() => setAgreed(undefined)} />}
        {error ? (
          <TableProblem error={error} onRetry={() => void refetch()} />
        ) : (
          isPending && <p role="status">Loading…</p>
        )}
        {data && all.length === 0 && (
          <p>No common causes on invoices from these dates. Choose other dates, or import invoices.</p>
        )}
        {data && (
          <>
            <Section title="Charges not agreed">
              {data.charges.map((cause) => (
                <ChargeRow
                  key={`${cause.carrierCode} ${cause.chargeCode} ${cause.chargeText}`}
                  cause={cause}
                  onAgree={setAgreeing}
                />
              ))}
            </Section>
            <Section title="Price differences">
              {data.prices.map((cause) => (
                <PriceRow
                  key={`${cause.clientCode} ${cause.clientMethodID} ${cause.country} ${cause.billed} ${cause.expected}`}
                  cause={cause}
                />
              ))}
            </Section>
            <Section title="Heavier than despatched">
              {data.weights.map((cause) => (
                <WeightRow key={`${cause.carrierCode} ${cause.clientCode} ${cause.contents}`} cause={cause} />
              ))}
            </Section>
          </>
        )}
      </div>
      <Drawer
        opened={agreeing !== undefined}
        onClose={() => setAgreeing(undefined)}
        position="right"
        size="xl"
        title="Add an agreed charge"
      >
        {agreeing && (
          <AgreedForm
            of={undefined}
            begin={beginWith(agreeing)}
            onDone={() => setAgreeing(undefined)}
            onAgreed={() => setAgreed(agreeing)}
            onDelete={() => undefined}
          />
        )}
      </Drawer>
    </ListPage>
  )
}

/**
 * The agreement that would have expected the charge: the amount if there is only one, otherwise a maximum; per parcel
 * if a consignment was billed more than once.
 */
export const beginWith = ({
  carrierCode,
  clientCode,
  chargeCode,
  chargeText,
  category,
  currency,
  least,
  most,
  first,
  rows,
  consignments,
}: ChargeCause) => ({
  carrierCode,
  clientCode,
  chargeCode,
  chargeText,
  category,
  currency: currency || 'GBP',
  kind: 'money' as const,
  per: rows > consignments ? 'parcel' : 'detail',
  money: most,
  when: 'if billed' as const,
  least: '',
  most: least === most ? '' : most,
  from: first,
})

function Section({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

type RowProps = {
  readonly cause: Cause
  readonly what: ReactNode
  readonly evidence: ReactNode
  readonly children?: ReactNode
}

function CauseRow({ cause: { amount, currency }, what, evidence, children }: RowProps) {
  return (
    <li>
      <span className={styles.what}>
        <strong>{what}</strong>
        <span>{evidence}</span>
      </span>
      <span className={styles.sum}>{varianceText(amount, currency)}</span>
      {children}
    </li>
  )
}

const ROWS = ['row', 'rows'] as const

function ChargeRow({
  cause,
  onAgree,
}: {
  readonly cause: ChargeCause
  readonly onAgree: (cause: ChargeCause) => void
}) {
  const { carrierName, chargeCode, chargeText, least, most, rows, currency, first, last, clientCode } = cause
  const whyNot = useDecideDisabledReason()
  const each =
    least === most ? amountText(least, currency) : `${amountText(least, currency)} to ${amountText(most, currency)}`
  return (
    <CauseRow
      cause={cause}
      what={`${carrierName}: ${chargeText || chargeCode}`}
      evidence={`${countText(rows, ROWS)}, ${each}${rows > 1 ? ' each' : ''}, shipped ${daysText(first, last)}${clientCode && `, all of ${clientCode}`}`}
    >
      <Button
        size="compact-sm"
        variant="default"
        disabled={whyNot !== undefined}
        title={whyNot ?? ''}
        onClick={() => onAgree(cause)}
      >
        Agree this charge…
      </Button>
    </CauseRow>
  )
}

function PriceRow({ cause }: { readonly cause: PriceCause }) {
  const { carrierName, clientName, clientMethodID, country, billed, expected, rows, of, currency, first, last } = cause
  const opensPrices = useCanOpen('carrierRoutingControl.carrierPrices')
  return (
    <CauseRow
      cause={cause}
      what={`${carrierName}, ${clientName}: ${clientMethodID} to ${country || 'any country'}`}
      evidence={`Billed ${amountText(billed, currency)} instead of ${amountText(expected, currency)} in ${share(rows, of)} since ${formatDayShort(first)}, last on ${formatDayShort(last)}`}
    >
      {opensPrices && (
        <ScreenButton size="compact-sm" variant="default" to={editAddress(clientMethodID, 'prices')}>
          Change the price
        </ScreenButton>
      )}
    </CauseRow>
  )
}

function WeightRow({ cause }: { readonly cause: WeightCause }) {
  const { carrierName, clientName, contents, billedWeight, ourWeight, rows, of, first, last } = cause
  return (
    <CauseRow
      cause={cause}
      what={`${carrierName}, ${clientName}: ${contents}`}
      evidence={`Heavier in ${share(rows, of)}: ${weightText(billedWeight)} billed, ${weightText(ourWeight)} despatched on average, shipped ${daysText(first, last)}. SKU weights come with the stock feed.`}
    />
  )
}

const share = (rows: number, of: number) => `${formatCount(rows)} of ${countText(of, ['parcel', 'parcels'])}`
const daysText = (first: string, last: string) =>
  first === last ? `on ${formatDayShort(first)}` : `${formatDayShort(first)} to ${formatDayShort(last)}`
