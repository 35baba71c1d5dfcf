import { catalogueOf } from './catalogue.ts'
import type { Retailer } from './retailers.ts'

/** Weight (grams), longest side (mm), volume (cm³) and categories of a demo SKU. */
export type DemoGoods = { weight: number; length: number; volume: number; categories: string[] }
export type DemoBox = DemoGoods & { code: string; description: string; price: string }
/** A product in several boxes. Each box is a SKU. */
export type MultiBoxProduct = DemoBox & { boxes: readonly (DemoBox & { quantity: number })[] }

/** For the first size of each range: grams, mm, cm³ and category. Each further size is heavier, longer and larger. */
const RANGES: Readonly<Record<string, string>> = {
  ACME: `POT 900 180 3500 Pots; TRG 1400 420 9000 Pots; HOS 1800 350 12000 Garden; WAT 1100 300 9000 Garden;
    GLV 150 280 900 Garden; LAN 900 220 5200 Lighting; CUS 600 420 9500 Textiles; THR 900 380 7000 Textiles;
    BAS 700 300 12000 Storage; BRD 450 240 3100 Garden; CAN 320 110 900 Candles; TRW 420 340 900 Garden;
    DRM 1900 620 9000 Textiles; PRS 380 230 800 Garden`,
  BIRCH: `NTB 280 150 450 Paper; DIA 240 150 400 Paper; FPN 60 170 250 Pens; INK 180 80 300 Pens; ENV 320 170 700 Paper;
    CRD 45 170 120 Paper; WRP 260 720 1500 Wrap; TAP 30 60 90 Wrap; PCL 120 190 300 Pens; FOL 420 340 1300 Desk;
    DSK 520 620 1800 Desk`,
  CEDAR: `CAS 3900 290 9000 Cast iron; FRY 1300 420 4200 Pans; MUG 380 130 1100 Tableware; PLT 620 220 1400 Tableware;
    KNF 190 260 500 Knives; BRD 1900 320 2800 Kitchen; LIN 130 250 500 Kitchen; JAR 480 160 1500 Storage;
    ENM 900 300 3500 Pans; CFP 700 210 3000 Kitchen; SPC 110 90 220 Larder; APR 320 300 900 Kitchen;
    UTN 90 330 300 Kitchen; STR 420 160 1800 Storage`,
  DOVER: `JKT 620 400 5000 Clothing; FLC 480 380 4500 Clothing; SOC 110 250 500 Clothing; BTL 320 260 1200 Kit;
    RUC 900 520 9000 Kit; TNT 3200 480 9000 Camping; SLB 1300 400 12000 Camping; TWL 1400 420 9500 Clothing;
    HTL 120 110 400 Kit; HAT 90 260 700 Clothing; STV 1900 300 6500 Camping; BAG 180 300 600 Kit; MAT 900 620 9500 Camping`,
  ELMS: `BLK 1200 260 3500 Wooden toys; PUZ 500 280 2200 Puzzles; GAM 1100 300 4200 Games; TRN 180 140 600 Wooden toys;
    PLU 220 250 3000 Soft toys; KIT 520 270 2500 Craft; BAL 150 130 2100 Outdoor; CST 380 350 2600 Dressing up;
    PNT 640 230 1500 Craft; KTE 260 720 1300 Outdoor; BOK 240 200 500 Books`,
  FERN: `SOP 110 90 160 Soap; HCR 60 130 130 Skin; SHB 80 90 150 Hair; OIL 140 140 220 Skin; BLM 20 60 40 Skin;
    SLT 320 160 600 Bath; SRM 70 110 130 Skin; DEO 90 90 140 Skin; GFT 700 260 2400 Gifts; BRS 160 220 500 Bath;
    FLN 50 180 150 Bath; CND 170 90 300 Candles; TON 110 150 200 Skin; MSK 60 120 120 Skin; SUN 150 180 260 Skin`,
}

/** Ranges whose first SKU has no weight or measurements yet: allocation estimates them. */
const UNMEASURED = new Set(['CAN', 'GLV', 'FOL', 'INK', 'SPC', 'UTN', 'HAT', 'BAG', 'BOK', 'BAL', 'MSK', 'TON'])

/** Weights and measurements of a retailer's SKUs, by code. */
export function goodsOf(retailer: Retailer): Map<string, DemoGoods> {
  const measures = new Map(
    (RANGES[retailer.code] ?? '').split(';').map((text) => {
      const [code = '', weight, length, volume, ...category] = text.trim().split(/\s+/)
      return [
        code,
        { weight: Number(weight), length: Number(length), volume: Number(volume), category: category.join(' ') },
      ]
    }),
  )
  return new Map(
    catalogueOf(retailer).flatMap(({ code }) => {
      const [, range = '', size = '1'] = code.split('-')
      const first = measures.get(range)
      if (!first || (UNMEASURED.has(range) && size === '101')) return []
      const further = Number(size[0]) - 1
      return [
        [
          code,
          {
            weight: Math.round(first.weight * 1.4 ** further),
            length: Math.round(first.length * 1.15 ** further),
            volume: Math.round(first.volume * 1.5 ** further),
            categories: [first.category],
          },
        ] as const,
      ]
    }),
  )
}

const box = (
  code: string,
  description: string,
  price: string,
  weight: number,
  length: number,
  volume: number,
): DemoBox => ({
  code,
  description,
  price,
  weight,
  length,
  volume,
  categories: ['Furniture'],
})

/** Products in several boxes. The boxes are only sold together. */
export const multiBoxProducts: Readonly<Record<string, readonly MultiBoxProduct[]>> = {
  ACME: [
    {
      ...box('AC-BEN-101', 'Teak Garden Bench, 150 cm', '289.00', 26_500, 1520, 210_000),
      boxes: [
        {
          ...box('AC-BEN-101-A', 'Teak Garden Bench, box 1: seat and back', '25.00', 18_200, 1520, 140_000),
          quantity: 1,
        },
        { ...box('AC-BEN-101-B', 'Teak Garden Bench, box 2: legs', '25.00', 8300, 720, 70_000), quantity: 1 },
      ],
    },
    {
      ...box('AC-FIR-101', 'Corten Fire Pit, 80 cm', '179.00', 34_000, 820, 160_000),
      boxes: [
        { ...box('AC-FIR-101-A', 'Corten Fire Pit, box 1: bowl', '25.00', 22_500, 820, 110_000), quantity: 1 },
        { ...box('AC-FIR-101-B', 'Corten Fire Pit, box 2: stand', '25.00', 11_500, 780, 50_000), quantity: 1 },
      ],
    },
    {
      ...box('AC-BST-101', 'Bistro Set, Table and 2 Chairs', '149.00', 21_000, 780, 190_000),
      boxes: [
        { ...box('AC-BST-101-A', 'Bistro Set, box 1: table', '25.00', 9000, 780, 60_000), quantity: 1 },
        { ...box('AC-BST-101-B', 'Bistro Set, box 2: chair', '25.00', 6000, 760, 65_000), quantity: 2 },
      ],
    },
  ],
  ELMS: [
    {
      ...box('EL-PKT-101', 'Play Kitchen, Beech', '129.00', 24_000, 980, 170_000),
      boxes: [
        { ...box('EL-PKT-101-A', 'Play Kitchen, box 1: cabinet', '25.00', 15_500, 980, 110_000), quantity: 1 },
        { ...box('EL-PKT-101-B', 'Play Kitchen, box 2: worktop', '25.00', 8500, 900, 60_000), quantity: 1 },
      ],
    },
  ],
}
