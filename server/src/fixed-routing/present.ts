import type { CategoryDetailRow } from '@despatch/contract/fixed-routing/fixed-route'
import type { KeptRoute, Names } from './queries.ts'

/** What a row is of: a product, or (its code and description empty) a category. */
export type HeldThing = { readonly Code: string; readonly Item_Description: string; readonly category: string }

/** The regions of a route in the order of their codes: 'AB Aberdeen, AL St Albans'. */
export function regionListName(regions: readonly string[], names: Names['regions']): string {
  return regions
    .toSorted()
    .map((code) => `${code} ${names.get(code) ?? ''}`.trim())
    .join(', ')
}

/** A row of the category detail; without a route nothing holds the product. */
export function presentRow(thing: HeldThing, route: KeptRoute | undefined, names: Names): CategoryDetailRow {
  if (!route)
    return {
      ...thing,
      customPreferenceID: '',
      RegionList: [],
      RegionListName: '',
      CarrierCode: '',
      carrierName: '',
      service: '',
      method: '',
      methodName: '',
      startDate: null,
      endDate: null,
      version: 0,
    }
  const method = route.clientMethodID === null ? undefined : names.methods.get(route.clientMethodID)
  return {
    ...thing,
    customPreferenceID: route.customPreferenceID,
    RegionList: route.regions.toSorted(),
    RegionListName: regionListName(route.regions, names.regions),
    CarrierCode: route.carrier,
    carrierName: names.carriers.get(route.carrier) ?? route.carrier,
    service: method?.service ?? '',
    method: route.clientMethodID ?? '',
    methodName: method?.methodName ?? route.clientMethodID ?? '',
    startDate: route.startDate,
    endDate: route.endDate,
    version: route.version,
  }
}
