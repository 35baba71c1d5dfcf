import type { amendedMethod, newMethod, Price } from '@despatch/contract/routing/prices/prices'
import { USUAL_DELIVERY_WEEKDAYS } from '@despatch/domain/routing/rule-book/rule-book'
import { deliveryDaysText } from '../../rule-book/delivery-days-text.ts'
import type { z } from 'zod'
import type { ShownFields } from '../../../kit/form/conflict.ts'
import { countryName } from '../../../kit/form/countries.ts'

export type MethodValues = z.input<typeof amendedMethod>
/** The fields that new and existing methods share. */
export type MethodFieldValues = Omit<MethodValues, 'version'>
export type NewMethodValues = z.input<typeof newMethod>

export const METHOD_LABELS = {
  carrierService: 'service',
  methodDescription: 'description',
  contracts: 'contracts',
  serviceTypes: 'service types',
  countries: 'countries',
  regions: 'regions',
  transitDays: 'transit days',
  deliveryWeekdays: 'days of delivery',
  deliversOnHolidays: 'whether it delivers on public holidays',
} as const

export const BLANK_METHOD: NewMethodValues = {
  clientMethodID: '',
  carrier: '',
  carrierName: '',
  carrierService: '',
  methodDescription: '',
  contracts: [],
  serviceTypes: ['STANDARD'],
  countries: ['GB'],
  regions: [],
  transitDays: 1,
  deliveryWeekdays: [...USUAL_DELIVERY_WEEKDAYS],
  deliversOnHolidays: false,
}

export function methodValuesOf(price: Price): MethodValues {
  const { version, carrierService, methodDescription, contracts, serviceTypes, countries, regions, transitDays } = price
  const { deliveryWeekdays, deliversOnHolidays } = price
  return {
    version,
    carrierService,
    methodDescription,
    contracts,
    serviceTypes,
    countries,
    regions,
    transitDays,
    deliveryWeekdays,
    deliversOnHolidays,
  }
}

/** The values for people. */
export function shownMethod(values: MethodValues): ShownFields {
  const { carrierService, methodDescription, contracts, serviceTypes, countries, regions, transitDays } = values
  return {
    carrierService: { title: 'Service', text: carrierService },
    methodDescription: { title: 'Description', text: methodDescription },
    contracts: { title: 'Contracts', text: contracts.join(', ') },
    serviceTypes: { title: 'Service types', text: serviceTypes.join(', ') },
    countries: { title: 'Countries', text: countries.map(countryName).join(', ') || 'Every country' },
    regions: { title: 'Regions', text: regions.join(', ') || 'All' },
    transitDays: { title: 'Transit days', text: String(transitDays) },
    deliveryWeekdays: { title: 'Delivers on', text: deliveryDaysText(values) },
    deliversOnHolidays: { title: 'Public holidays', text: values.deliversOnHolidays ? 'Delivers' : 'Does not deliver' },
  }
}

type Called = { readonly carrier: string; readonly carrierName: string; readonly clientMethodID: string }

/**
 * Suggests values for a new method: a known carrier fills in its name, and the method's name and id follow its service
 * until the user changes them.
 */
export function withSuggestions(
  values: NewMethodValues,
  part: Partial<NewMethodValues>,
  known: readonly Called[],
): Partial<NewMethodValues> {
  const taken = known.map(({ clientMethodID }) => clientMethodID)
  const nameOf = (code: string) => known.find(({ carrier }) => carrier === code)?.carrierName
  const { clientMethodID: id, carrier, carrierService } = values
  const next = { ...values, ...part }
  const isOwnId = id !== '' && id !== idFor(carrier, carrierService, taken)
  return {
    ...part,
    ...(part.carrier !== undefined && {
      carrierName: nameOf(next.carrier) ?? (nameOf(carrier) === undefined ? values.carrierName : ''),
    }),
    ...(!isOwnId &&
      part.clientMethodID === undefined && { clientMethodID: idFor(next.carrier, next.carrierService, taken) }),
  }
}

/** A free id for a carrier's service: 'DPD-NEXT-DAY', then 'DPD-NEXT-DAY-2'. */
export function idFor(carrier: string, service: string, taken: readonly string[]): string {
  const words = `${carrier} ${service}`
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
  // Service names often repeat the carrier: 'DPD' sells 'DPD Next Day'.
  const plain = words
    .filter((word, index) => word !== words[index - 1])
    .join('-')
    .slice(0, 36)
  if (plain === '') return ''
  const others = new Set(taken.map((id) => id.toUpperCase()))
  let id = plain
  for (let count = 2; others.has(id); count += 1) id = `${plain}-${count}`
  return id
}
