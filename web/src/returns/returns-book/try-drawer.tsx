import { Button, Drawer, Select } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import { returns } from '@despatch/contract/returns/returns-book/returns'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import fileStyles from '../../kit/form/file.module.css'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import type { DrawerProps } from './check-drawer.tsx'
import styles from './returns.module.css'

const WEEKS = ['1', '4', '8', '13'].map((value) => ({
  value,
  label: value === '1' ? 'The last week' : `The last ${value} weeks`,
}))

/** The draft over the returns of the last weeks: which answers it would change, and what it costs or saves. */
export function TryDrawer({ opened, onClose }: DrawerProps) {
  const [weeks, setWeeks] = useState('4')
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(returns.try, { body: { weeks: Number(weeks) } }),
  })
  const rows = data && [
    ['Allowed', formatCount(data.before.allowed), formatCount(data.after.allowed)],
    ['Refused', formatCount(data.before.refused), formatCount(data.after.refused)],
    ['For review', formatCount(data.before.review), formatCount(data.after.review)],
    ['Fees from shoppers', formatMoney(data.before.fees, data.currency), formatMoney(data.after.fees, data.currency)],
    [
      'Postage the retailer pays',
      formatMoney(data.before.retailerPays, data.currency),
      formatMoney(data.after.retailerPays, data.currency),
    ],
  ]
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title="Try the draft">
      <p className={styles.lead}>
        Decides the returns of the last weeks again, each on the day it was asked, by the book in force and by the
        draft. Nothing is changed.
      </p>
      <div className={styles.pair}>
        <Select
          label="Returns of"
          allowDeselect={false}
          data={WEEKS}
          value={weeks}
          onChange={(value) => setWeeks(value ?? '4')}
        />
      </div>
      <Button mt="sm" loading={isPending} onClick={() => mutate()}>
        Try it
      </Button>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && rows && (
        <>
          <p role="status">
            {data.changed === 0
              ? `No answer changes of ${formatCount(data.lines)} returned lines.`
              : `${formatCount(data.changed)} of ${formatCount(data.lines)} returned lines would be answered otherwise.`}
            {data.hasMore && ' There were more: the newest were looked at.'}
          </p>
          <table className={fileStyles.table} aria-label="Before and after">
            <ColumnHeads texts={['What', 'In force', 'Draft']} />
            <tbody>
              {rows.map(([what, before, after]) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul className={styles.list}>
            {data.moves.map((move) => (
              <li key={`${move.orderNumber} ${move.lineNumber} ${move.day}`}>
                {move.orderNumber}, {move.SKU}, {formatDayShort(move.day)}, {move.reason || 'no reason'}
                <div className={styles.example}>
                  {move.before} → {move.after}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}
