import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'

export const CARRIER_STOPS_SCREEN = `${entryOf('carrierRoutingControl.carrierCapacitySetUp').path}/stops`

/** Carrier stops with the form for stopping a carrier open; `new` is the carrier's code, or 'any'. */
export const stopAddress = screenAddress<{ readonly new: string }>(CARRIER_STOPS_SCREEN)
