import type { reports } from '@despatch/contract/reports/reports'
import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { FIGURES, type ParcelFigure, SHARES } from '@despatch/domain/reports/figures'
import { changesOf, costNote, costText, countChange, onTimeShare, pointsText, shareText } from '../figure-text.ts'
import { ShareNote, Tile, Tiles } from '../tile.tsx'

type Carriers = RouteAnswer<typeof reports.carriers>
type CarrierTilesProps = { readonly data: Carriers; readonly addressOf: (figure: ParcelFigure) => string }

const COUNTED: readonly (readonly [ParcelFigure, keyof ParcelSums])[] = [
  ['parcelsDespatched', 'despatched'],
  ['parcelsDelivered', 'delivered'],
  ['parcelsLate', 'late'],
  ['parcelsUndelivered', 'undelivered'],
  ['parcelsSilent', 'silent'],
]

/** Parcel figures, compared with the period before and the year before. */
export function CarrierTiles({ data, addressOf }: CarrierTilesProps) {
  const { now, costs } = data
  const changes = (textOf: (sums: ParcelSums) => string) => changesOf(data, data, textOf)
  return (
    <Tiles>
      <Tile
        title={FIGURES.parcelsOnTime.title}
        value={shareText(now.onTime, now.promised)}
        definition={SHARES.onTime}
        to={addressOf('parcelsPromised')}
        changes={changes((sums) => pointsText(onTimeShare(now), onTimeShare(sums)))}
        note={
          <ShareNote
            hits={{ count: now.onTime, to: addressOf('parcelsOnTime') }}
            of={{ count: now.promised, to: addressOf('parcelsPromised') }}
            noun="promised"
          />
        }
      />
      {COUNTED.map(([figure, key]) => (
        <Tile
          key={figure}
          title={FIGURES[figure].title}
          value={formatCount(now[key])}
          definition={FIGURES[figure].definition}
          to={addressOf(figure)}
          changes={changes((sums) => countChange(now[key], sums[key]))}
        />
      ))}
      {costs?.map(({ currency, expected, billed, ...known }) => (
        <Tile
          key={currency}
          title={`Expected cost${costs.length > 1 ? `, ${currency}` : ''}`}
          value={costText(known, expected, currency)}
          to={addressOf('parcelsDespatched')}
          definition={`${SHARES.cost} ‘Billed’ is the part on imported invoices.`}
          note={costNote(known, `${formatMoney(billed, currency)} billed`)}
        />
      ))}
    </Tiles>
  )
}
