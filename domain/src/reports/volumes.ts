/** Decimal text, by currency. */
type Amount = { readonly currency: string; readonly amount: string }
/** Counts for a period, or for a client in one. */
export type CountedVolume = {
  readonly orders: number
  readonly lines: number
  readonly pieces: number
  readonly parcels: number
  readonly returned: number
  readonly promised: number
  readonly onTime: number
  readonly values: readonly Amount[]
}

/** Column titles on screens and in files. */
export const VOLUME_COLUMNS = ['Orders', 'Lines', 'Units', 'Parcels', 'Value', 'Units returned', 'On time'] as const

export const VOLUME_DEFINITION =
  'Orders, lines, units and value by order date, excluding cancelled orders. Parcels by despatch date, units returned by receipt date, on time by promised date.'

/** Column titles on screens and in files. */
export const PARCEL_COLUMNS = [
  'Despatched',
  'Delivered',
  'Promised',
  'On time',
  'On time %',
  'Delivered late',
  'Undelivered',
  'No tracking yet',
  'Average days to deliver',
] as const

/** Adds up volumes of several periods or clients. */
export function sumVolumes(volumes: readonly CountedVolume[]): CountedVolume {
  const sum = (of: (volume: CountedVolume) => number) => volumes.reduce((total, volume) => total + of(volume), 0)
  return {
    orders: sum(({ orders }) => orders),
    lines: sum(({ lines }) => lines),
    pieces: sum(({ pieces }) => pieces),
    parcels: sum(({ parcels }) => parcels),
    returned: sum(({ returned }) => returned),
    promised: sum(({ promised }) => promised),
    onTime: sum(({ onTime }) => onTime),
    values: sumValues(volumes),
  }
}

/** Adds amounts by currency, as whole ten-thousandths. */
function sumValues(volumes: readonly CountedVolume[]): Amount[] {
  const sums = new Map<string, bigint>()
  for (const { values } of volumes)
    for (const { currency, amount } of values)
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(Math.round(Number(amount) * 10_000)))
  return [...sums].map(([currency, amount]) => ({ currency, amount: (Number(amount) / 10_000).toFixed(4) }))
}

type VolumeCounts = Pick<CountedVolume, 'orders' | 'parcels' | 'returned'>

/** Index of the first period with data; earlier periods have no data rather than 0. */
export function firstPeriodWithData(periods: readonly VolumeCounts[]): number {
  const first = periods.findIndex(({ orders, parcels, returned }) => orders + parcels + returned > 0)
  return first === -1 ? periods.length : first
}

/** Index of the first complete period: data may start in the middle of the one before. */
export function firstCompletePeriod(periods: readonly VolumeCounts[]): number {
  const first = firstPeriodWithData(periods)
  return first === 0 ? 0 : first + 1
}
