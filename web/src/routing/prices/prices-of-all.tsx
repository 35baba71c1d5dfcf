import { currencyOf } from '../../kit/session/use-currency.ts'
import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import { formatPrice, formatFigure } from '@despatch/domain/money/money'
import { methodAddress } from './addresses.ts'
import type { Comparison } from '../all-clients/comparison.ts'
import { ComparisonList } from '../all-clients/comparison-list.tsx'
import { pricingText } from './price-columns.tsx'
import { priceList } from './price-queries.ts'

const COMPARISON: Comparison = {
  title: 'Carrier Prices',
  table: 'prices-of-all',
  leaf: 'carrierRoutingControl.carrierPrices',
  isOfMethods: true,
  columns: [
    { id: 'one', header: '1 kg', size: 92, align: 'right' },
    { id: 'five', header: '5 kg', size: 92, align: 'right' },
    { id: 'twenty', header: '20 kg', size: 92, align: 'right' },
    { id: 'three', header: '3 parcels of 1 kg', size: 132, align: 'right' },
    { id: 'pricing', header: 'Pricing', size: 170 },
    { id: 'transit', header: 'Transit days', size: 104, align: 'right' },
    { id: 'services', header: 'Service types', size: 190 },
  ],
  addressOf: methodAddress,
  verb: 'Change prices',
  changes: ['prices'],
}

function itemOf(row: PriceRow) {
  const text = (cost: string | null | undefined) => (cost ? formatPrice(cost, currencyOf(row.client)) : 'No price')
  const [five, twenty, three] = row.comparedCosts
  return {
    client: row.client,
    carrier: row.carrier,
    carrierName: row.carrierName,
    service: row.carrierService,
    key: row.clientMethodID,
    cells: {
      one: text(row.costOfOneParcel),
      five: text(five),
      twenty: text(twenty),
      three: text(three),
      pricing: pricingText(row.pricingMethod),
      transit: formatFigure(row.transitDays),
      services: row.serviceTypes.join(', '),
    },
  }
}

/** Compares the costs of all clients' methods on their next working day. */
export function PricesOfAll() {
  return <ComparisonList comparison={COMPARISON} query={priceList} itemOf={itemOf} />
}
