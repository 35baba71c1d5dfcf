import { plainLetters } from '../text/plain-letters.ts'

/** Reduces a column name to lowercase letters and digits: 'On hand (current)' becomes onhandcurrent, 'Größe' grosse. */
export const plainName = (column: string): string => plainLetters(column).replaceAll(/[^a-z0-9]/g, '')

/** Ignores case, spaces, underscores and hyphens: 'Order number' and 'order_number' become ordernumber. */
export const looseName = (column: string): string => column.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** Names of a product code in other systems, in English, German, French and Polish. */
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
 * Column names of stock in exports of warehouses, shops and ledgers, the most certain first. Columns of available,
 * sold, expected or missing stock are never read as on hand.
 */
export const STOCK_NAMES = {
  // 'Reference' is a field of this feed: of goods in and adjustments.
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

/** Names of the column that decides what happens to a row. */
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
