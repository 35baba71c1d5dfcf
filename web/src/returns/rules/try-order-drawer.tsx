import { Button, Drawer, Select, Switch, TextInput } from '@mantine/core'
import { returns } from '@despatch/contract/returns/rules/returns'
import type { DecidedLine } from '@despatch/contract/returns/rules/returns-shapes'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatMoney } from '@despatch/domain/money/money'
import {
  ANSWER_TITLES,
  CONDITION_TITLES,
  DESTINATION_TITLES,
  OUTCOME_TITLES,
} from '@despatch/domain/returns/rules/return-rule-text'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Meaning, Status } from '../../kit/list/columns/cells.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import type { DrawerProps } from './check-drawer.tsx'
import { itemsOfKind } from './returns-queries.ts'
import styles from './returns.module.css'

const MEANINGS: Readonly<Record<DecidedLine['answer'], Meaning>> = {
  allowed: 'good',
  refused: 'bad',
  review: 'attention',
}

/** What can come back of an order now, and why, by the book in force or the draft. */
export function TryOrderDrawer({ opened, hasDraft, onClose }: DrawerProps & { readonly hasDraft: boolean }) {
  const [orderNumber, setOrderNumber] = useState('')
  const [reason, setReason] = useState<string | null>(null)
  const [byDraft, setByDraft] = useState(false)
  const { data: reasons = [] } = useQuery({ ...itemsOfKind('reason'), enabled: opened })
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () =>
      call(returns.decide, {
        query: { draft: byDraft && hasDraft ? 'true' : 'false' },
        body: { orderNumber: orderNumber.trim(), ...(reason !== null && { reason }) },
      }),
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (orderNumber.trim() !== '') mutate()
  }
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title="Try an order">
      <form onSubmit={onSubmit} aria-label="Try an order">
        <div className={styles.pair}>
          <TextInput
            label="Order number"
            value={orderNumber}
            data-autofocus
            onChange={(event) => setOrderNumber(event.currentTarget.value)}
          />
          <Select
            label="Reason"
            placeholder="The first one"
            clearable
            searchable
            data={reasons.filter(({ active }) => active).map(({ code, title }) => ({ value: code, label: title }))}
            value={reason}
            onChange={setReason}
          />
        </div>
        {hasDraft && (
          <Switch
            mt="sm"
            label="By the draft"
            checked={byDraft}
            onChange={(event) => setByDraft(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" mt="sm" loading={isPending} disabled={orderNumber.trim() === ''}>
          Decide
        </Button>
      </form>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && (
        <>
          <p role="status">
            <strong>{ANSWER_TITLES[data.answer]}</strong>: order {data.orderNumber}, ordered{' '}
            {formatDayShort(data.orderedOn)},{' '}
            {data.deliveredOn === null ? 'not delivered yet' : `delivered ${formatDayShort(data.deliveredOn)}`}, by
            version {data.bookVersion}.
          </p>
          <ul className={styles.list}>
            {data.lines.map((line) => (
              <DecidedLineView key={line.lineNumber} line={line} currency={data.currency} />
            ))}
          </ul>
          {data.parcels.map((parcel, index) => (
            <p key={parcel.lineNumbers.join()}>
              Parcel {index + 1}, to {DESTINATION_TITLES[parcel.destination].toLowerCase()}: lines{' '}
              {parcel.lineNumbers.join(', ')};{' '}
              {parcel.options
                .map(({ name, shopperPays }) => `${name} (${formatMoney(shopperPays, data.currency)})`)
                .join(', ')}
            </p>
          ))}
        </>
      )}
    </Drawer>
  )
}

/** A line of a decision with the rules that were tried. */
export function DecidedLineView({ line, currency }: { readonly line: DecidedLine; readonly currency: string }) {
  return (
    <li>
      <Status meaning={MEANINGS[line.answer]}>{ANSWER_TITLES[line.answer]}</Status>{' '}
      <strong>
        {line.quantity} × {line.SKU}
      </strong>{' '}
      {line.Item_Description}
      <div>
        {line.sentence} {line.change}
        {line.answer === 'allowed' && line.fee !== '0.00' && ` The fee is ${formatMoney(line.fee, currency)}.`}
      </div>
      <details>
        <summary>Why?</summary>
        <ul className={styles.list}>
          {line.tried.map((rule) => (
            <li key={rule.id}>
              {rule.name}:{' '}
              {rule.failed
                ? `${CONDITION_TITLES[rule.failed.condition].toLowerCase()} is ${rule.failed.value}, but it needs ${rule.failed.limit}`
                : rule.decided.length > 0
                  ? `decided ${rule.decided.map((name) => OUTCOME_TITLES[name].toLowerCase()).join(', ')}`
                  : 'applies, but a rule above comes first'}
            </li>
          ))}
          {line.options.map((option) => (
            <li key={option.id}>
              Option {option.name}: {option.text}
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
