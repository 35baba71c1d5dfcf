import { ENQUIRY_SCREENS } from '../kit/navigation/addresses.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import type { Criteria } from '../orders/criteria.ts'
import type { ResultSearch } from './search/result-queries.ts'

/** `find` starts the search when the screen opens. */
export const enquiryAddress = screenAddress<Partial<Criteria> & { readonly find?: 'now' }>(ENQUIRY_SCREENS.search)
export const resultsAddress = screenAddress<Partial<ResultSearch>>(ENQUIRY_SCREENS.results)
