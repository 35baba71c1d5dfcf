import { Checkbox } from '@mantine/core'
import type { PersonDto, PersonRecordDto } from '@despatch/contract/enquiries/personal-data/personal-data'
import { orderCountText } from '@despatch/domain/enquiries/personal-data/person-records'
import { formatCount } from '@despatch/domain/money/money'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { useId } from 'react'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import fileStyles from '../../kit/form/file.module.css'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import styles from './personal-data.module.css'
import { orderKeyText } from './person-queries.ts'

type PersonCardProps = {
  readonly person: PersonDto
  readonly ticked: ReadonlySet<string>
  readonly onTick: (keys: readonly string[], isTicked: boolean) => void
}

const COUNTED = [
  ['parcels', 'Parcels'],
  ['returns', 'Returns'],
  ['claims', 'Claims'],
  ['notes', 'Notes'],
  ['photos', 'Photos'],
] as const

/** A person's orders, each with a checkbox. */
export function PersonCard({ person, ticked, onTick }: PersonCardProps) {
  const title = useId()
  const { names, emails, phones, addresses, records } = person
  const open = records.filter(({ isErased }) => !isErased).map(orderKeyText)
  const chosen = open.filter((key) => ticked.has(key)).length
  const name = names[0] ?? emails[0] ?? 'No name'
  return (
    <section className={styles.person} aria-labelledby={title}>
      <h2 id={title}>{names.join(' · ') || name}</h2>
      <p className={styles.remark}>
        {[...emails, ...phones, ...addresses].join(' · ') || 'No email, phone or address'}
      </p>
      <div className={styles.orders}>
        <table className={fileStyles.table} aria-label={`Orders of ${name}`}>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={`All ${orderCountText(open.length)} of ${name}`}
                  checked={chosen > 0 && chosen === open.length}
                  indeterminate={chosen > 0 && chosen < open.length}
                  disabled={open.length === 0}
                  onChange={(event) => onTick(open, event.currentTarget.checked)}
                />
              </th>
              <th scope="col">Order</th>
              <th scope="col">Placed</th>
              <th scope="col">Status</th>
              <th scope="col">Name and address</th>
              {COUNTED.map(([field, label]) => (
                <th key={field} scope="col" className={fileStyles.number}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <RecordRow
                key={orderKeyText(record)}
                record={record}
                isTicked={ticked.has(orderKeyText(record))}
                onTick={onTick}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type RecordRowProps = {
  readonly record: PersonRecordDto
  readonly isTicked: boolean
  readonly onTick: PersonCardProps['onTick']
}

function RecordRow({ record, isTicked, onTick }: RecordRowProps) {
  const { orderNumber, clientCode, orderDate, Status, customer, email, phone, address, postCode, isErased } = record
  return (
    <tr>
      <td>
        <Checkbox
          size="xs"
          aria-label={`Order ${orderNumber}`}
          checked={isTicked && !isErased}
          disabled={isErased}
          onChange={(event) => onTick([orderKeyText(record)], event.currentTarget.checked)}
        />
      </td>
      <td className={fileStyles.word}>
        <OrderLink order={record} />
        <div className={styles.remark}>{clientCode}</div>
      </td>
      <td className={fileStyles.word}>
        <MomentText at={orderDate} />
      </td>
      <td className={fileStyles.word}>{isErased ? 'Erased' : ORDER_STATUSES[Status].description}</td>
      <td className={styles.who}>
        {customer}
        <div className={styles.remark}>{[email, phone, ...address, postCode].filter(Boolean).join(', ')}</div>
        {record.obstacles.map((obstacle) => (
          <div key={obstacle} className={fileStyles.problem}>
            {obstacle}
          </div>
        ))}
      </td>
      {COUNTED.map(([field, label]) => (
        <td key={field} className={fileStyles.number} data-title={label} data-none={record[field] === 0 || undefined}>
          {formatCount(record[field])}
          {field === 'returns' && record.withdrawals > 0 && (
            <div className={styles.remark}>{formatCount(record.withdrawals)} withdrawn</div>
          )}
        </td>
      ))}
    </tr>
  )
}
