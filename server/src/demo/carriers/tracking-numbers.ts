import type { Random } from '../seeded-random.ts'

/** Makes a tracking number in the carrier's format. */
export function trackingNumber(random: Random, carrier: string): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('')
  switch (carrier) {
    case 'RMG':
      return `WX${digits(9)}GB`
    case 'EVRI':
      return `H00${digits(13)}`
    case 'DPD':
      return `1550${digits(10)}`
    case 'DHL':
      return `JD0146${digits(12)}`
    default:
      return `${carrier}${digits(10)}`
  }
}
