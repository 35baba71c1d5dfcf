import { moneyText } from '@despatch/domain/money/money'
import type { Retailer } from './retailers.ts'

/** A SKU of the demo. The price is decimal text in pounds. */
export type DemoSku = { code: string; description: string; price: string }

/** The SKUs of a retailer: every size of every range in every colour. */
export function catalogueOf(retailer: Retailer): DemoSku[] {
  return retailer.ranges.flatMap((range) =>
    range.sizes.split(', ').flatMap((size, sizeIndex) =>
      range.colours.split(', ').map((colour, colourIndex) => ({
        code: `${retailer.code.slice(0, 2)}-${range.code}-${1 + sizeIndex}${String(1 + colourIndex).padStart(2, '0')}`,
        description: `${range.name}, ${size}, ${colour}`,
        price: pounds(range.from + sizeIndex * range.step),
      })),
    ),
  )
}

function pounds(pence: number): string {
  return moneyText(BigInt(pence) * 100n)
}
