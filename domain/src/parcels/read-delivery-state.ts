import { DELIVERY_STATE_CODES, type DeliveryState } from './delivery-state.ts'

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')
const BY_NAME = new Map(DELIVERY_STATE_CODES.map((state) => [plain(state), state]))

/**
 * The state that a text is the name of, however it is written ('in_transit', 'In transit', 'OUT-FOR-DELIVERY'), or
 * undefined. domain.md, Delivery events: 'normalised to: pending, in_transit, …'.
 */
export function readDeliveryState(text: string): DeliveryState | undefined {
  return BY_NAME.get(plain(text))
}
