import { currencyOf } from '../../kit/session/use-currency.ts'
import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import { carrierState } from '@despatch/domain/routing/active-dates/active-dates'
import { unitLabel } from '@despatch/domain/routing/prices/costing'
import { formatPrice } from '@despatch/domain/money/money'
import { FigureText, ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { methodAddress } from './addresses.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

const column = columnsOf<PriceRow>()

/** 'By Weight Matrix (KG)'; specification 9: the unit label is 'blank for 'None''. */
export function pricingText(method: PriceRow['pricingMethod']): string {
  const unit = unitLabel(method)
  return unit ? `${method} (${unit})` : method
}

/** The columns of Carrier Prices. */
export const PRICE_COLUMNS: Columns<PriceRow> = column.columns([
  column.accessor('clientMethodID', {
    header: 'Method',
    size: 152,
    cell: ({ getValue }) => <ReferenceLink text={getValue()} to={methodAddress(getValue())} />,
  }),
  column.accessor('carrierName', { id: 'carrier', header: 'Carrier', size: 116 }),
  column.accessor((carrier) => carrierState(carrier, operatorToday()), {
    id: 'active',
    header: 'Carrier is',
    size: 190,
    enableSorting: false,
    cell: ({ getValue }) => <Status meaning={getValue() === 'Active' ? 'good' : 'neutral'}>{getValue()}</Status>,
  }),
  column.accessor('carrierService', { header: 'Service', size: 128 }),
  column.accessor(({ costOfOneParcel }) => (costOfOneParcel === null ? '' : Number(costOfOneParcel)), {
    id: 'cost',
    header: '1 parcel, 1 kg',
    size: 132,
    meta: { align: 'right', name: 'Cost of one parcel of 1 kg, next working day' },
    cell: ({ row: { original } }) =>
      original.costOfOneParcel === null ? (
        'No price'
      ) : (
        <span className="number">{formatPrice(original.costOfOneParcel, currencyOf(original.client))}</span>
      ),
  }),
  column.accessor(({ client }) => currencyOf(client), {
    id: 'currency',
    header: 'Currency',
    size: 92,
    enableSorting: false,
  }),
  column.accessor('pricingMethod', {
    header: 'Pricing',
    size: 172,
    meta: { exportValue: ({ pricingMethod }: PriceRow) => pricingText(pricingMethod) },
    cell: ({ getValue }) => pricingText(getValue()),
  }),
  column.accessor(
    ({ pricingMethod, isMatrix }) => (pricingMethod === 'None' ? 'No price' : isMatrix ? 'Matrix' : 'Single'),
    {
      id: 'form',
      header: 'Priced by',
      size: 92,
      enableSorting: false,
    },
  ),
  column.accessor('methodDescription', { header: 'Description', size: 190 }),
  column.accessor('transitDays', {
    header: 'Transit days',
    size: 108,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor(({ serviceTypes }) => serviceTypes.join(', '), {
    id: 'serviceTypes',
    header: 'Service types',
    size: 200,
    enableSorting: false,
  }),
  column.accessor(({ contracts }) => contracts.join(', '), {
    id: 'contracts',
    header: 'Contracts',
    size: 150,
    enableSorting: false,
  }),
])
