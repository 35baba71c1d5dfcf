/** The stored fields that make the body. */
type StoredDelivery = { event_id: string; event: string; at: Date; client_code: string; payload: unknown }

/** The body of a delivery; identical in every attempt. */
export function deliveryBody({ event_id: id, event, at, client_code: client, payload: data }: StoredDelivery): string {
  return JSON.stringify({ id, event, at: at.toISOString(), client, data })
}
