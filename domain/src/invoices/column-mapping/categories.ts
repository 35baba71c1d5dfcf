import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { CategoryRule } from './layout.ts'

/**
 * Words of charges in English, German, Dutch, French, Spanish, Italian and Polish. The first match counts, so special
 * words come first: a fuel surcharge on a return is fuel.
 */
const CATEGORY_WORDS: readonly (readonly [ChargeCategory, readonly string[]])[] = [
  [
    'fuel',
    [
      'fuel',
      'energy',
      'treibstoff',
      'kraftstoff',
      'diesel',
      'energie',
      'brandstof',
      'carburant',
      'gazole',
      'gasoil',
      'combustible',
      'carburante',
      'paliw',
    ],
  ],
  [
    'remote area',
    [
      'remote',
      'extended area',
      'out of area',
      'offshore',
      'highlands',
      'delivery zone',
      'delivery area',
      'entlegen',
      'insel',
      'afgelegen',
      'buitengebied',
      'eiland',
      'zone éloignée',
      'zone isolée',
      'zona remota',
      'disagiat',
      'isole',
      'odległ',
    ],
  ],
  [
    'address correction',
    [
      'address correction',
      'address change',
      'adresskorrektur',
      'adressberichtigung',
      'adrescorrectie',
      "correction d'adresse",
      'corrección de dirección',
      'correzione indirizzo',
      'korekta adresu',
    ],
  ],
  [
    'overweight',
    [
      'overweight',
      'over weight',
      'heavy',
      'übergewicht',
      'overgewicht',
      'surpoids',
      'sobrepeso',
      'sovrappeso',
      'nadwag',
    ],
  ],
  [
    'oversize',
    [
      'oversize',
      'over size',
      'large package',
      'non-standard',
      'non standard',
      'non conveyable',
      'additional handling',
      'sperrgut',
      'übergröße',
      'overmaat',
      'hors norme',
      'hors gabarit',
      'sobredimension',
      'fuori misura',
      'fuori sagoma',
      'ponadgabaryt',
    ],
  ],
  [
    'peak',
    [
      'peak',
      'peakzuschlag',
      'surge',
      'demand surcharge',
      'seasonal',
      'saisonzuschlag',
      'piek',
      'piektoeslag',
      'haute saison',
      'temporada alta',
      'alta stagione',
      'szczyt',
    ],
  ],
  [
    'failed collection',
    [
      'failed collection',
      'missed collection',
      'failed pickup',
      'abortive',
      'fehlabholung',
      'vergeefse',
      'enlèvement manqué',
      'recogida fallida',
      'ritiro fallito',
      'nieudany odbi',
    ],
  ],
  [
    'return to sender',
    ['return to', 'returned', 'undeliverable', 'rücksend', 'rückläuf', 'retour', 'devolución', 'reso', 'zwrot'],
  ],
  [
    'cover',
    [
      'cover',
      'insur',
      'declared value',
      'liability',
      'versicherung',
      'haftung',
      'verzekering',
      'assurance',
      'seguro',
      'assicurazione',
      'ubezpiecz',
    ],
  ],
  [
    'customs',
    [
      'customs',
      'duty',
      'duties',
      'clearance',
      'brokerage',
      'disbursement',
      'import tax',
      'zoll',
      'douane',
      'aduan',
      'dogan',
      'dazi',
      'odpraw',
      'cło',
    ],
  ],
  ['tax', ['vat', 'taxes', 'sales tax', 'value added', 'mehrwertsteuer', 'mwst', 'btw', 'tva', 'iva']],
  [
    'discount',
    ['discount', 'incentive', 'rebate', 'rabatt', 'nachlass', 'korting', 'remise', 'descuento', 'sconto', 'rabat'],
  ],
  ['credit', ['credit', 'refund', 'gutschrift', 'creditering', 'avoir', 'abono', 'accredito', 'zwrot kosztów']],
  [
    'base',
    [
      'freight',
      'transportation',
      'transport',
      'base',
      'basic',
      'postage',
      'revenue',
      'carriage',
      'weight charge',
      'fracht',
      'grundpreis',
      'grundentgelt',
      'grundgebühr',
      'tarief',
      'basis',
      'vracht',
      'prix de base',
      'frais de port',
      'affranchissement',
      'trasporto',
      'versandkosten',
      'verzendkosten',
      'gastos de envío',
      'fret',
      'flete',
      'porte',
      'tarifa',
      'nolo',
      'tariffa',
      'fracht',
      'opłata podstawowa',
    ],
  ],
]

/** Shorter words must match whole words: 'private' does not contain VAT. */
const SHORT = 4

/** The category of a charge by the carrier's text; 'other' if it says nothing. */
export function categoryOfText(text: string): ChargeCategory {
  const searched = text.toLowerCase()
  for (const [category, words] of CATEGORY_WORDS) if (words.some((word) => hasWord(searched, word))) return category
  return 'other'
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  if (at === -1) return false
  if (word.length > SHORT) return true
  return new RegExp(String.raw`(?<!\p{L})${word}(?!\p{L})`, 'u').test(text)
}

export type CarrierCharge = {
  readonly kind?: string
  readonly chargeDetail?: string
  readonly chargeClass: string
  readonly code: string
  readonly text: string
}

/** The number of different charges cached; a carrier has some hundreds. */
const MAX_REMEMBERED = 5000

/**
 * Builds a function that categorises a carrier's charges: by the layout's rules, otherwise by their words. It caches
 * results, because the same charges recur.
 */
export function categoriser(rules: readonly CategoryRule[] = []): (charge: CarrierCharge) => ChargeCategory {
  const remembered = new Map<string, ChargeCategory>()
  return (charge) => {
    const { kind = '', chargeDetail = '' } = charge
    const key = `${kind}\n${chargeDetail}\n${charge.chargeClass}\n${charge.code}\n${charge.text}`
    const known = remembered.get(key)
    if (known) return known
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const category = categoryOf(charge, rules)
    remembered.set(key, category)
    return category
  }
}

function categoryOf(charge: CarrierCharge, rules: readonly CategoryRule[]): ChargeCategory {
  const { kind = '', chargeDetail = '', chargeClass, code } = charge
  const text = charge.text.toLowerCase()
  const rule = rules.find(
    ({ kinds, details, classes, codes, words }) =>
      (kinds === undefined || kinds.includes(kind)) &&
      (details === undefined || details.includes(chargeDetail)) &&
      (classes === undefined || classes.includes(chargeClass)) &&
      (codes === undefined || codes.includes(code)) &&
      (words === undefined || words.some((word) => hasWord(text, word))),
  )
  return rule?.category ?? categoryOfText(charge.text || charge.code)
}
