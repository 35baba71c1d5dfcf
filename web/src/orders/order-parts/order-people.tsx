import type { Order } from '@despatch/contract/orders/order'
import { countryName } from '../../kit/form/countries.ts'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import styles from './order.module.css'

export function OrderPeople({ order }: { order: Order }) {
  const name = `${order.customerFirstName} ${order.customerLastName}`.trim()
  const { addressLine1, addressLine2, addressLine3, addressLine4, postCode, country } = order
  const address = [addressLine1, addressLine2, addressLine3, addressLine4, postCode].filter(Boolean)
  return (
    <>
      <RecordSection title="Customer">
        <dl className={styles.list}>
          <Entry name="Name" value={name} />
          <Entry name="Email" value={order.email} isReference />
          <Entry name="Phone" value={order.phone} isReference />
          <Entry name="Account" value={order.customerAccount} isReference />
        </dl>
        {!name && !order.email && !order.phone && !order.customerAccount && (
          <p className={styles.remark}>This order has no customer details.</p>
        )}
      </RecordSection>
      <RecordSection title="Delivery address">
        <address className={styles.address}>
          {address.map((line) => (
            <div key={line}>{line}</div>
          ))}
          <div>{countryName(country)}</div>
        </address>
      </RecordSection>
    </>
  )
}

function Entry({ name, value, isReference }: { name: string; value: string; isReference?: boolean }) {
  if (!value) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{isReference ? <Reference text={value} /> : value}</dd>
    </>
  )
}
