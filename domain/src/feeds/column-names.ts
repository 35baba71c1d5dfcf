import { plainLetters } from '../text/plain-letters.ts'

/** The name of a column in small letters and digits: 'On hand (current)' is onhandcurrent, 'Größe' grosse. */
export const plainName = (column: string): string => plainLetters(column).replaceAll(/[^a-z0-9]/g, '')

/** The name of a column without regard to case, blanks and hyphens: 'Order number' is orderNumber. */
export const looseName = (column: string): string => column.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** What other systems call the code of a product, in English, German, French and Polish. */
const CODES = [
  'sku',
  'skucode',
  'code',
  'item',
  'itemcode',
  'itemnumber',
  'itemsku',
  'productcode',
  'productsku',
  'sellersku',
  'stockcode',
  'partnumber',
  'material',
  'materialnumber',
  'artikelnummer',
  'artikelnr',
  'materialnummer',
  'reference',
  'referenceproduit',
  'codearticle',
  'indeks',
  'symbol',
  'kodproduktu',
]
const TITLES = [
  'title',
  'description',
  'itemdescription',
  'name',
  'productname',
  'displayname',
  'itemtitle',
  'bezeichnung',
  'artikelbezeichnung',
  'materialkurztext',
  'designation',
  'libelle',
  'nazwa',
  'nazwaproduktu',
]

/**
 * Names that columns of stock have in exports of warehouses, shops and ledgers, the surest first. What is only available
 * there is never taken as on hand, nor is what is sold, expected or short.
 */
export const STOCK_NAMES = {
  // 'Reference' is a field of this feed itself: of goods in and adjustments.
  SKU: CODES.filter((name) => name !== 'reference'),
  stockOnHand: [
    'stockonhand',
    'onhand',
    'onhandnew',
    'onhandcurrent',
    'quantityonhand',
    'qtyonhand',
    'onhandquantity',
    'onhandqty',
    'qoh',
    'soh',
    'stocklevel',
    'physicalstock',
    'instock',
    'unrestricted',
    'unrestricteduse',
    'afnwarehousequantity',
    'freiverwendbar',
    'lagerbestand',
    'bestand',
    'stockphysique',
    'quantiteenstock',
    'stockactuel',
    'stanmagazynowy',
    'stan',
    'stock',
  ],
  availableStock: [
    'availablestock',
    'available',
    'availablenoteditable',
    'availablequantity',
    'quantityavailable',
    'freestock',
    'afnfulfillablequantity',
    'verfugbar',
    'verfugbarerbestand',
    'disponible',
    'stockdisponible',
    'dostepne',
  ],
  asOf: ['asof', 'countedat', 'countdate', 'stockdate', 'snapshotdate', 'stichtag', 'datedinventaire', 'stannadzien'],
  description: TITLES,
} satisfies Readonly<Record<string, readonly string[]>>

export const SKU_NAMES = {
  SKU: CODES,
  title: TITLES,
  category: ['category', 'categories', 'producttype', 'kategorie', 'warengruppe', 'categorie', 'kategoria'],
  weight: ['weight', 'unitweight', 'grossweight', 'gewicht', 'bruttogewicht', 'poids', 'waga'],
  length: ['length', 'lange', 'longueur', 'dlugosc'],
  width: ['width', 'breite', 'largeur', 'szerokosc'],
  height: ['height', 'hohe', 'hauteur', 'wysokosc'],
  boxes: ['boxes'],
  value: ['value', 'unitvalue', 'price', 'unitprice', 'preis', 'prix', 'cena'],
  serialNumbered: ['serialnumbered', 'serialised', 'serialized', 'hasserialnumbers'],
} satisfies Readonly<Record<string, readonly string[]>>

/** What other systems call the column that says what happens to a row. */
export const STEP_NAMES = [
  'step',
  'stage',
  'state',
  'status',
  'eventtype',
  'eventname',
  'returnstatus',
  'returnstate',
  'returnevent',
]
export const STATUS_NAMES = [
  'step',
  'stage',
  'state',
  'event',
  'eventtype',
  'orderstatus',
  'despatchstatus',
  'dispatchstatus',
]
export const KIND_NAMES = ['movement', 'movementtype', 'kindofmovement', 'transactiontype', 'rowtype']
