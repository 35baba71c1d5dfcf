import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import { carrierState } from '@despatch/domain/routing/active-dates/active-dates'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { allRegions } from '../../rule-book/region-queries.ts'
import recordStyles from '../../../kit/form/record.module.css'
import { countryName } from '../../../kit/form/countries.ts'
import { pricingText } from '../price-columns.tsx'
import { deliveryDaysText } from '../../rule-book/delivery-days-text.ts'
import styles from '../prices.module.css'
import { operatorToday } from '../../../kit/browser/clock.ts'

type Method = Omit<PriceRow, 'costOfOneParcel' | 'comparedCosts' | 'isMatrix'>

/** The status and most important facts of a method. */
export function methodHead(method: Method) {
  const state = carrierState(method, operatorToday())
  const { carrier, carrierName, carrierService, pricingMethod, transitDays } = method
  return {
    status: { meaning: state === 'Active' ? 'good' : 'neutral', word: `Carrier ${state.toLowerCase()}` } as const,
    facts: {
      Carrier: `${carrierName} (${carrier})`,
      Service: carrierService,
      'Pricing method': pricingText(pricingMethod),
      Transit: transitDays === 1 ? '1 delivery day' : `${formatCount(transitDays)} delivery days`,
    },
  }
}

/** A method's details without its prices. */
export function MethodFacts({ method }: { readonly method: Method }) {
  const { methodDescription, contracts, serviceTypes, countries, regions, deliversOnHolidays } = method
  const { data: known } = useQuery({ ...allRegions, enabled: regions.length > 0 })
  const regionName = (code: string) => known?.find((region) => region.code === code)?.name ?? code
  return (
    <dl className={styles.words}>
      <dt>Description</dt>
      <dd>{methodDescription}</dd>
      <dt>Service types</dt>
      <dd>{serviceTypes.join(', ')}</dd>
      <dt>Countries</dt>
      <dd>{countries.length === 0 ? 'Every country' : countries.map(countryName).join(', ')}</dd>
      <dt>Regions</dt>
      <dd>
        {regions.length === 0 ? 'All of the United Kingdom, where it is served' : regions.map(regionName).join(', ')}
      </dd>
      <dt>Delivers on</dt>
      <dd>
        {deliveryDaysText(method)}
        {deliversOnHolidays ? ', public holidays too' : ', not on public holidays'}
      </dd>
      <dt>Contracts</dt>
      <dd className={contracts.length === 0 ? recordStyles.remark : undefined}>
        {contracts.length === 0 ? 'None' : contracts.join(', ')}
      </dd>
    </dl>
  )
}
