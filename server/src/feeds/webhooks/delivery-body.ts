/** A delivery as it is kept: what its body is made of. */
type Told = { event_id: string; event: string; at: Date; client_code: string; payload: unknown }

/** The body of a delivery: the same however often it is sent. */
export function bodyOf({ event_id: id, event, at, client_code: client, payload: data }: Told): string {
  return JSON.stringify({ id, event, at: at.toISOString(), client, data })
}
