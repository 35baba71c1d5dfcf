import type { CarrierExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { formatCount } from '@despatch/domain/money/money'
import { useLinkKeys } from '../../kit/keys/act-keys.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { FigureText, ListDay } from '../../kit/list/columns/cells.tsx'
import { type ExceptionsSearch, exceptionOrdersAddress } from './exception-queries.ts'
import styles from './exceptions.module.css'

type CountsTableProps = {
  readonly carriers: readonly CarrierExceptions[]
  readonly search: ExceptionsSearch
  readonly isOfMany: boolean
}

/** Late parcels by carrier and service. Each count links to its parcels and has a bar for comparison. */
export function CountsTable({ carriers, search, isOfMany }: CountsTableProps) {
  useLinkKeys()
  const all = carriers.flatMap(({ DeliveryExceptionList: { DeliveryExceptions } }) => DeliveryExceptions)
  const most = Math.max(...all.map(({ Parcels }) => Parcels))
  const addressOf = (client: string, carrier: string, service?: string) =>
    exceptionOrdersAddress({ ...search, ...(isOfMany && { client }), carrier: [carrier], service })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.scroller} tabIndex={0} role="group" aria-label="Delivery exceptions">
      <table className={styles.counts} aria-label="Delivery exceptions by carrier and service">
        <thead>
          <tr>
            <th scope="col">Carrier</th>
            {isOfMany && <th scope="col">Client</th>}
            <th scope="col">Service</th>
            <th scope="col" className={styles.number}>
              Parcels
            </th>
            <th scope="col">
              <span className={styles.hidden}>Beside the others</span>
            </th>
            <th scope="col" className={styles.number}>
              Orders
            </th>
            <th scope="col" className={styles.number}>
              {' '}
              Longest delay
            </th>
            <th scope="col" className={styles.number}>
              Average days late
            </th>
            <th scope="col">Earliest promised</th>
          </tr>
        </thead>
        {carriers.map(({ Client_Code, Carrier, Carrier_Name, DeliveryExceptionList: { DeliveryExceptions } }) => (
          <tbody key={`${Client_Code} ${Carrier}`} data-walk>
            {DeliveryExceptions.map((one, index) => (
              <tr key={one.Carrier_Service}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={DeliveryExceptions.length} title={Carrier}>
                    <ScreenLink to={addressOf(Client_Code, Carrier)}>{Carrier_Name}</ScreenLink>
                  </th>
                )}
                {index === 0 && isOfMany && (
                  <td className={styles.whose} rowSpan={DeliveryExceptions.length}>
                    {Client_Code}
                  </td>
                )}
                <td className={styles.short}>
                  {one.Carrier_Service || <span className={styles.remark}>Service not known</span>}
                </td>
                <td className={styles.number} data-name="Parcels">
                  <ScreenLink
                    to={addressOf(Client_Code, Carrier, one.Carrier_Service)}
                    aria-label={`${formatCount(one.Parcels)} ${one.Parcels === 1 ? 'parcel' : 'parcels'} of ${Carrier_Name} ${one.Carrier_Service}`.trim()}
                  >
                    <FigureText value={one.Parcels} />
                  </ScreenLink>
                </td>
                <td className={styles.barCell} data-aside aria-hidden>
                  <span className={styles.bar} style={{ width: `${(one.Parcels / most) * 100}%` }} />
                </td>
                <td className={styles.number} data-aside>
                  <FigureText value={one.Orders} />
                </td>
                <td className={styles.number} data-name="Longest delay">
                  <FigureText value={one.Most_Days_Late} />
                </td>
                <td className={styles.number} data-aside>
                  <FigureText value={one.Average_Days_Late} />
                </td>
                <td className={styles.short} data-name="Earliest promised">
                  <ListDay day={one.First_Promised_Date} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
