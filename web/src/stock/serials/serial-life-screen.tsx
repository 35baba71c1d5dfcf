import { Button, TextInput } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { SerialPiece, SerialStep } from '@despatch/contract/stock/serials/serial-life'
import { stock } from '@despatch/contract/stock/stock'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import recordStyles from '../../kit/form/record.module.css'
import { MomentText, Reference, ReferenceLink } from '../../kit/list/columns/cells.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { parcelAddress, returnsEventsAddress } from '../../kit/navigation/addresses.ts'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { call } from '../../kit/server/call.ts'
import styles from './serial-life.module.css'

const shape = z.object({ serial: z.string().max(50).catch('') })
const TITLE = 'Serial Number History'

/** Life of a serial number: despatches with order and parcel, deliveries and returns. */
export function SerialLifeScreen() {
  const [{ serial }, change] = useScreenSearch(shape)
  const found = useQuery({
    queryKey: ['serials', 'life', serial],
    queryFn: ({ signal }) => call(stock.serialLife, { query: { serialNumber: serial } }, { signal }),
    enabled: serial !== '',
  })
  const pieces = found.data?.pieces
  return (
    <section className={recordStyles.screen} aria-label={TITLE}>
      <h1>{TITLE}</h1>
      <Ask key={serial} serial={serial} onAsk={(next) => change({ serial: next }, { replace: false })} />
      {found.error && <TableProblem error={found.error} onRetry={() => void found.refetch()} isInline />}
      {serial === '' && <p>Enter the serial number on the item.</p>}
      {found.isLoading && <p role="status">Looking it up…</p>}
      {pieces?.length === 0 && (
        <p>No parcel has the serial number {serial}. Check the spelling, or wait for its despatch to be imported.</p>
      )}
      {pieces?.map((piece) => (
        <Piece key={`${piece.clientCode} ${piece.SKU}`} piece={piece} />
      ))}
    </section>
  )
}

function Ask({ serial, onAsk }: { readonly serial: string; readonly onAsk: (serial: string) => void }) {
  const [typed, setTyped] = useState(serial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onAsk(typed.trim())
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        size="xs"
        label="Serial number"
        data-filter
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        Look up
      </Button>
    </form>
  )
}

function Piece({ piece }: { readonly piece: SerialPiece }) {
  const { clientCode, SKU, Item_Description, serialNumber, steps } = piece
  const title = `${SKU} ${serialNumber}`
  const hasDoubt = steps.some(({ isCertain }) => !isCertain)
  return (
    <section className={recordStyles.section} aria-label={title}>
      <h2>
        <Reference text={SKU} /> {Item_Description} <span className={styles.remark}>of {clientCode}</span>
      </h2>
      <p className={styles.remark}>{summaryOf(steps)}</p>
      <div className={styles.wide}>
        <table className={styles.steps} aria-label={`History of ${title}`}>
          <ColumnHeads texts={['When', 'What', 'Order', 'Parcel or return']} />
          <tbody>
            {steps.map((step, index) => (
              <tr key={index}>
                <td>
                  <MomentText at={step.at} />
                </td>
                <td>
                  {step.title}
                  {!step.isCertain && <span className={styles.remark}> perhaps</span>}
                </td>
                <td>
                  <Reference text={step.orderNumber}>
                    <OrderLink order={{ orderNumber: step.orderNumber, clientCode }} />
                  </Reference>
                </td>
                <td>
                  <Where step={step} clientCode={clientCode} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasDoubt && (
        <p className={styles.remark}>
          Returns don’t record serial numbers. ‘Perhaps’ means only some of the units of this SKU were returned.
        </p>
      )}
    </section>
  )
}

function Where({ step, clientCode }: { readonly step: SerialStep; readonly clientCode: string }) {
  const { orderNumber, trackingNumber, returnReference } = step
  if (trackingNumber !== '')
    return <ReferenceLink text={trackingNumber} to={parcelAddress({ orderNumber, clientCode, trackingNumber })} />
  const to = returnsEventsAddress({ orderNumber, client: clientCode, return: returnReference })
  return <ReferenceLink text={returnReference} to={to} />
}

/** 'Despatched 2 times, returned once.' */
function summaryOf(steps: readonly SerialStep[]): string {
  const times = (count: number) => (count === 1 ? 'once' : `${count} times`)
  const despatches = steps.filter(({ kind }) => kind === 'despatched').length
  const returns = new Set(steps.flatMap(({ returnReference }) => returnReference || [])).size
  return `Despatched ${times(despatches)}, ${returns === 0 ? 'never returned' : `returned ${times(returns)}`}.`
}
