/** Units of weight and length, in whole grams and millimetres. */
const WEIGHTS = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const
const LENGTHS = { mm: 1, cm: 10, m: 1000, in: 25.4 } as const

export const WEIGHT_UNITS = Object.keys(WEIGHTS) as [WeightUnit, ...WeightUnit[]]
export const LENGTH_UNITS = Object.keys(LENGTHS) as [LengthUnit, ...LengthUnit[]]
export type WeightUnit = keyof typeof WEIGHTS
export type LengthUnit = keyof typeof LENGTHS
export type Unit = WeightUnit | LengthUnit

/** Other spellings. */
const SAME: Readonly<Record<string, Unit>> = {
  gm: 'g',
  gms: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  gramm: 'g',
  gramme: 'g',
  grammes: 'g',
  kgs: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  kilogramm: 'kg',
  kilogramme: 'kg',
  kilogrammes: 'kg',
  ounce: 'oz',
  ounces: 'oz',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  millimeter: 'mm',
  millimeters: 'mm',
  millimetre: 'mm',
  millimetres: 'mm',
  centimeter: 'cm',
  centimeters: 'cm',
  centimetre: 'cm',
  centimetres: 'cm',
  zentimeter: 'cm',
  meter: 'm',
  meters: 'm',
  metre: 'm',
  metres: 'm',
  inch: 'in',
  inches: 'in',
  zoll: 'in',
  '"': 'in',
}
const ALL: Readonly<Record<string, number>> = { ...WEIGHTS, ...LENGTHS }

/** The unit that a text names: 'KG', 'inches'. */
export function parseUnit(text: string): Unit | undefined {
  const plain = text.trim().toLowerCase().replace(/\.$/, '')
  return Object.hasOwn(ALL, plain) ? (plain as Unit) : SAME[plain]
}

/** Forms of a title with a unit at its end: in brackets, after a separator, or as the last word of 'weightKg'. */
const AT_THE_END = [
  /^(.*?)\s*[([]\s*(?:in\s+)?([^()[\]]+?)\s*[)\]]$/i,
  /^(.*?)[\s_/:,.-]+(?:in[\s_-]+)?([a-z"]+\.?)$/i,
  /^(.*?[a-z])(?:In)?([A-Z][a-z]*)$/,
  /^(.*?[a-z])(?:In)?(KG|CM|MM|LB|LBS|OZ)$/,
]

/** Splits a column title into title and unit: 'Weight (g)', 'width_mm', 'Length cm', 'weightKg'. */
export function splitTitleAndUnit(title: string): { title: string; unit: Unit | undefined } {
  const alone = parseUnit(title)
  if (alone) return { title: '', unit: alone }
  for (const form of AT_THE_END) {
    const [, before = '', end = ''] = form.exec(title) ?? []
    const unit = end === '' ? undefined : parseUnit(end)
    if (unit) return { title: before, unit }
  }
  return { title, unit: undefined }
}

export const isWeightUnit = (unit: Unit): unit is WeightUnit => Object.hasOwn(WEIGHTS, unit)

/** Converts to whole grams or millimetres; at least 1 for anything above 0. */
export const toWholeUnits = (figure: number, unit: Unit): number =>
  figure === 0 ? 0 : Math.max(1, Math.round(figure * (ALL[unit] ?? 1)))

/** Maximum of a SKU: two tonnes, 15 m. */
export const MAX_GRAMS = 2_000_000
export const MAX_SIDE = 15_000

/** Sides in millimetres as stored, longest first, with the volume in cubic centimetres, rounded up. */
export function sizeOf(sides: readonly [number, number, number]) {
  const [length, width, height] = sides.toSorted((one, other) => other - one) as [number, number, number]
  return { length, width, height, volume: Math.ceil((length * width * height) / 1000) }
}

/** In g/cm³: denser than any metal, or lighter than air. */
const DENSEST = 23
const LIGHTEST = 0.0012
/** Below this volume rounding distorts the density. */
const SMALLEST = 100

/** Whether a weight (g) and a volume (cm³) cannot belong to one product; one of them probably has a wrong unit. */
export function isAbsurdDensity(weight: number | null, volume: number | null): boolean {
  if (weight === null || volume === null || weight === 0 || volume < SMALLEST) return false
  return weight > volume * DENSEST || weight < volume * LIGHTEST
}
