import type { Insertable } from 'kysely'
import type { Tables } from '../database/tables.ts'

type Content = Insertable<Tables['parcel_contents']>
type Parcel = Pick<Insertable<Tables['parcels']>, 'client_code' | 'tracking_number' | 'order_number' | 'despatched_at'>
type ReturnEvent = Pick<
  Insertable<Tables['return_events']>,
  'client_code' | 'order_number' | 'sku_code' | 'state' | 'occurred_at'
>

const momentOf = (at: unknown) => new Date(String(at)).getTime()

/** Ships returned pieces with a serial number again, with a later order. Returns how many. */
export function sellReturnedSerials(
  contents: Content[],
  { parcels, returns }: { parcels: readonly Parcel[]; returns: readonly ReturnEvent[] },
): number {
  const parcelOf = new Map(parcels.map((parcel) => [`${parcel.client_code} ${parcel.tracking_number}`, parcel]))
  const withSerials = contents.flatMap((content) => {
    const parcel = parcelOf.get(`${content.client_code} ${content.tracking_number}`)
    return content.serial_number && parcel ? [{ content, parcel }] : []
  })
  const ofSku = Map.groupBy(withSerials, ({ content }) => `${content.client_code} ${content.sku_code}`)
  const used = new Set<Content>()
  let count = 0
  for (const { client_code, order_number, sku_code, state, occurred_at } of returns) {
    if (state !== 'restocked') continue
    const pieces = (ofSku.get(`${client_code} ${sku_code}`) ?? []).filter(({ content }) => !used.has(content))
    const back = pieces.find(({ parcel }) => parcel.order_number === order_number)
    const again = pieces.find(({ parcel }) => momentOf(parcel.despatched_at) > momentOf(occurred_at))
    if (!back || !again) continue
    again.content.serial_number = back.content.serial_number
    used.add(back.content).add(again.content)
    count++
  }
  return count
}
