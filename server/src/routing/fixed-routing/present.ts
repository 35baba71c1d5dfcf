import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { regionListText, regionText } from '@despatch/domain/routing/fixed-routing/region-text'
import type { RouteInForce, RouteNames } from './queries.ts'

/** The subject of a row: a product, or a category (code and description are empty). */
export type RouteSubject = { readonly Code: string; readonly Item_Description: string; readonly category: string }

/** Presents a row of the category detail. Without a route, `heldByCategory` says whether a category's route applies. */
export function presentRow(
  thing: RouteSubject,
  route: RouteInForce | undefined,
  names: RouteNames,
  heldByCategory = '',
): CategoryDetailRow {
  if (!route)
    return {
      ...thing,
      customPreferenceID: '',
      RegionList: [],
      RegionListName: '',
      RegionListShort: '',
      CarrierCode: '',
      carrierName: '',
      service: '',
      method: '',
      methodName: '',
      startDate: null,
      endDate: null,
      version: 0,
      heldByCategory,
    }
  const method = route.clientMethodID === null ? undefined : names.methods.get(route.clientMethodID)
  return {
    ...thing,
    customPreferenceID: route.customPreferenceID,
    RegionList: route.regions.toSorted(),
    RegionListName: regionListText(route.regions, names.regions),
    RegionListShort: regionText(route.regions, names.regions),
    CarrierCode: route.carrier,
    carrierName: names.carriers.get(route.carrier) ?? route.carrier,
    service: method?.service ?? '',
    method: route.clientMethodID ?? '',
    methodName: method?.methodName ?? route.clientMethodID ?? '',
    startDate: route.startDate,
    endDate: route.endDate,
    version: route.version,
    heldByCategory: '',
  }
}
