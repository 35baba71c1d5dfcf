import { AGGREGATOR_NAMES } from './aggregator-names.ts'
import { DELIVERY_STATE_CODES, type DeliveryState } from './delivery-state.ts'

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

/**
 * Every name of a state, in lower case and without blanks, underscores and hyphens: its own, and those of the aggregators.
 * The server compares codes with them in SQL.
 */
export const DELIVERY_STATE_NAMES: ReadonlyMap<string, DeliveryState> = new Map(
  DELIVERY_STATE_CODES.flatMap((state) =>
    [state, ...AGGREGATOR_NAMES[state]].map((name): [string, DeliveryState] => [plain(name), state]),
  ),
)

/**
 * The state that a text is the name of, however it is written ('in_transit', 'In transit', 'OUT-FOR-DELIVERY'), also by the
 * aggregators ('AttemptFail', 'pre_transit'), or undefined. domain.md, Delivery events: 'normalised to: pending,
 * in_transit, …'.
 */
export function readDeliveryState(text: string): DeliveryState | undefined {
  return DELIVERY_STATE_NAMES.get(plain(text))
}
