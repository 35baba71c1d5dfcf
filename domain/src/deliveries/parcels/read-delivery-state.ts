import { AGGREGATOR_NAMES } from './aggregator-names.ts'
import { DELIVERY_STATE_CODES, type DeliveryState } from './delivery-state.ts'

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

/**
 * Every name of a state, ours and the aggregators', in lowercase without spaces, underscores and hyphens. The server
 * compares codes with them in SQL.
 */
export const DELIVERY_STATE_NAMES: ReadonlyMap<string, DeliveryState> = new Map(
  DELIVERY_STATE_CODES.flatMap((state) =>
    [state, ...AGGREGATOR_NAMES[state]].map((name): [string, DeliveryState] => [plain(name), state]),
  ),
)

/**
 * Reads a state by name in any spelling ('in_transit', 'In transit', 'OUT-FOR-DELIVERY'), including aggregators' names
 * ('AttemptFail', 'pre_transit'); undefined if unknown. Source: domain.md, Delivery events, 'normalised to: pending,
 * in_transit, …'.
 */
export function readDeliveryState(text: string): DeliveryState | undefined {
  return DELIVERY_STATE_NAMES.get(plain(text))
}
