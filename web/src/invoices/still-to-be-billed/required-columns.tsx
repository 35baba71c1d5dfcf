import type { MissingParcel, RequiredWeek } from '@despatch/contract/invoices/still-to-be-billed'
import { addDays, formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { ListInstant, Reference } from '../../kit/list/columns/cells.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { requiredParcelsAddress } from '../addresses.ts'
import { Amount } from '../figures.tsx'
import { weightText } from '../invoice-text.ts'

const right = { align: 'right' } as const
const enableSorting = false

/** '2 Mar – 8 Mar 2026', from a Monday. */
export const weekText = (monday: string) => `${formatDayShort(monday)} – ${formatDayShort(addDays(monday, 6))}`

const weeks = columnsOf<RequiredWeek>()
/** The columns of weeks, with missing parcels as of a day. */
export const weekColumns = (asOf: string): Columns<RequiredWeek> =>
  weeks.columns([
    weeks.accessor('week', {
      header: 'Despatch week',
      size: 210,
      enableSorting,
      cell: ({ getValue }) => weekText(getValue()),
    }),
    weeks.accessor('carrierName', { header: 'Carrier', size: 140, enableSorting }),
    weeks.accessor('despatched', {
      header: 'Despatched',
      size: 110,
      enableSorting,
      meta: right,
      cell: ({ getValue }) => formatCount(getValue()),
    }),
    weeks.accessor('billed', {
      header: 'Billed',
      size: 100,
      enableSorting,
      meta: right,
      cell: ({ getValue }) => formatCount(getValue()),
    }),
    weeks.accessor('missing', {
      header: 'Missing',
      size: 100,
      enableSorting,
      meta: right,
      cell: ({ row: { original } }) =>
        original.missing === 0 ? (
          '0'
        ) : (
          <ScreenLink to={requiredParcelsAddress({ carrier: original.carrierCode, week: original.week, asOf })}>
            {formatCount(original.missing)}
          </ScreenLink>
        ),
    }),
    weeks.accessor('accrual', {
      header: 'Expected cost',
      size: 120,
      enableSorting,
      meta: { ...right, exportValue: ({ accrual }: RequiredWeek) => Number(accrual) },
      cell: ({ row: { original } }) => <Amount amount={original.accrual} currency={original.currency} />,
    }),
    weeks.accessor('unpriced', {
      header: 'Cost unknown',
      size: 120,
      enableSorting,
      meta: right,
      cell: ({ getValue }) => (getValue() === 0 ? '–' : formatCount(getValue())),
    }),
    weeks.accessor('currency', { header: 'Currency', size: 90, enableSorting }),
  ])

const parcels = columnsOf<MissingParcel>()
export const PARCEL_COLUMNS: Columns<MissingParcel> = parcels.columns([
  parcels.accessor('trackingNumber', {
    header: 'Tracking number',
    size: 190,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  parcels.accessor('orderNumber', {
    header: 'Order',
    size: 150,
    enableSorting,
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
  parcels.accessor('clientName', { header: 'Client', size: 150, enableSorting }),
  parcels.accessor('despatchedAt', {
    header: 'Despatched',
    size: 120,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <ListInstant at={getValue()} />,
  }),
  parcels.accessor('carrierService', { header: 'Service', size: 160, enableSorting }),
  parcels.accessor('weight', {
    header: 'Weight',
    size: 90,
    enableSorting,
    meta: { ...right, exportValue: ({ weight }: MissingParcel) => (weight === null ? '' : Number(weight)) },
    cell: ({ getValue }) => {
      const weight = getValue()
      return weight === null ? '–' : weightText(weight)
    },
  }),
  parcels.accessor('cost', {
    header: 'Expected cost',
    size: 110,
    enableSorting,
    meta: { ...right, exportValue: ({ cost }: MissingParcel) => (cost === null ? '' : Number(cost)) },
    cell: ({ row: { original } }) => <Amount amount={original.cost} currency={original.currency} />,
  }),
  parcels.accessor('currency', { header: 'Currency', size: 90, enableSorting }),
])
