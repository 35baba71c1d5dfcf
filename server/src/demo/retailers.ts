/** A product range: each combination of size and colour is a SKU. Prices are in pence; each further size costs `step` more. */
export type Range = {
  code: string
  name: string
  sizes: string
  colours: string
  from: number
  step: number
}

/** A retailer of the demo. `share` is its fraction of all orders; `season` its weight by month, January first. */
export type Retailer = {
  code: string
  name: string
  description: string
  share: number
  season: readonly number[]
  ranges: readonly Range[]
  /** Sub-accounts. */
  children?: readonly string[]
}

const range = (code: string, name: string, sizes: string, colours: string, from: number, step: number): Range => ({
  code,
  name,
  sizes,
  colours,
  from,
  step,
})

const glazes = 'Moss Green, Slate, Terracotta, Cream'
const papers = 'Ivory, Navy, Sage, Blush, Charcoal'
const enamels = 'Cream, Duck Egg, Graphite, Claret'
const brights = 'Red, Yellow, Blue, Green'

export const retailers: readonly Retailer[] = [
  {
    code: 'ACME',
    name: 'Acme Home & Garden',
    description: 'Garden and home, sold from its web shop and by catalogue',
    children: ['WEB', 'CATALOGUE'],
    share: 0.34,
    season: [0.7, 0.8, 1.1, 1.4, 1.5, 1.4, 1.2, 1, 0.9, 0.8, 1.1, 1.2],
    ranges: [
      range('POT', 'Glazed Plant Pot', '14 cm, 18 cm, 24 cm, 32 cm', glazes, 699, 450),
      range('TRG', 'Window Box Trough', '40 cm, 60 cm, 80 cm', glazes, 1250, 500),
      range('HOS', 'Kink-Free Garden Hose', '15 m, 25 m, 50 m', 'Green, Grey', 1899, 1200),
      range('WAT', 'Galvanised Watering Can', '1.5 L, 5 L, 9 L', 'Sage, Slate, Natural, Cream', 1450, 650),
      range('GLV', 'Leather Gardening Gloves', 'Small, Medium, Large', 'Tan, Olive, Floral', 1295, 0),
      range('LAN', 'Solar Lantern', '20 cm, 30 cm, 45 cm', 'Black, Copper, White', 1699, 800),
      range('CUS', 'Outdoor Seat Cushion', '40 x 40 cm, 50 x 50 cm', 'Ochre, Navy Stripe, Sage, Stone', 1599, 500),
      range('THR', 'Recycled Wool Throw', '120 x 150 cm, 140 x 180 cm', 'Heather, Oatmeal, Ink, Moss', 2999, 1300),
      range('BAS', 'Seagrass Storage Basket', 'Small, Medium, Large', 'Natural, White Dip, Black Dip', 1199, 600),
      range('BRD', 'Wild Bird Feeder', 'Seed 20 cm, Seed 30 cm, Peanut 30 cm', 'Copper, Green', 899, 400),
      range('CAN', 'Scented Soy Candle', '120 g, 220 g, 400 g', 'Fig, Tomato Leaf, Rose, Cedar, Linen', 950, 650),
      range('TRW', 'Stainless Hand Tool', 'Trowel, Fork, Bulb Planter', 'Ash, Beech', 1050, 150),
      range('DRM', 'Coir Door Mat', '60 x 40 cm, 75 x 45 cm', 'Natural, Herringbone, Bees, Stripe', 1650, 700),
      range('PRS', 'Bypass Pruning Shears', '17 cm, 21 cm', 'Red, Green', 1999, 500),
    ],
  },
  {
    code: 'BIRCH',
    name: 'Birch & Co Stationers',
    description: 'Stationery, cards and desk things',
    share: 0.22,
    season: [1.1, 0.9, 0.8, 0.8, 0.9, 0.9, 0.9, 1.3, 1.4, 1, 1.3, 1.4],
    ranges: [
      range('NTB', 'Hardback Notebook', 'A6 Ruled, A5 Ruled, A5 Dotted, A4 Ruled', papers, 795, 250),
      range('DIA', 'Week-to-View Diary', 'Pocket, A5, A4', papers, 1095, 400),
      range('FPN', 'Fountain Pen', 'Fine, Medium, Broad', 'Navy, Claret, Forest, Black', 2450, 0),
      range('INK', 'Bottled Ink', '30 ml, 50 ml', 'Blue-Black, Sepia, Oxblood, Emerald, Violet', 695, 400),
      range('ENV', 'Laid Envelopes, Pack of 25', 'C6, DL, C5', papers, 575, 150),
      range('CRD', 'Letterpress Greeting Card', 'Birthday, Thank You, Congratulations, Sympathy', papers, 325, 0),
      range('WRP', 'Gift Wrap Roll', '3 m, 5 m, 10 m', 'Botanical, Stars, Stripe, Kraft', 450, 250),
      range('TAP', 'Washi Tape', '10 mm, 15 mm', 'Dots, Leaves, Stripe, Gold, Plain Sage', 275, 75),
      range('PCL', 'Graphite Pencils, Box of 12', 'HB, 2B, 4B', 'Natural, Navy', 895, 0),
      range('FOL', 'Expanding File', '7 Pocket, 13 Pocket', 'Navy, Sage, Blush, Charcoal', 1395, 450),
      range('DSK', 'Felt Desk Mat', '60 x 30 cm, 80 x 35 cm', 'Grey, Navy, Moss', 2295, 700),
    ],
  },
  {
    code: 'CEDAR',
    name: 'Cedar Kitchen Supply',
    description: 'Cookware and tableware',
    share: 0.16,
    season: [1, 0.9, 0.9, 0.9, 0.9, 0.8, 0.8, 0.9, 1, 1.1, 1.5, 1.6],
    ranges: [
      range('CAS', 'Cast Iron Casserole', '20 cm, 24 cm, 28 cm', enamels, 5999, 2000),
      range('FRY', 'Carbon Steel Frying Pan', '20 cm, 24 cm, 28 cm, 30 cm', 'Black', 2499, 800),
      range('MUG', 'Stoneware Mug', '250 ml, 350 ml', 'Oat, Ink, Sage, Rust, Charcoal', 850, 200),
      range('PLT', 'Stoneware Plate', 'Side 20 cm, Dinner 27 cm, Pasta 23 cm', 'Oat, Ink, Sage, Rust', 950, 350),
      range('KNF', 'Kitchen Knife', 'Paring 9 cm, Utility 14 cm, Chef 20 cm, Bread 22 cm', 'Oak, Black', 1999, 1300),
      range('BRD', 'End-Grain Chopping Board', '30 x 20 cm, 40 x 30 cm, 50 x 35 cm', 'Oak, Walnut', 3299, 1600),
      range('LIN', 'Linen Tea Towel', 'Single, Set of 2, Set of 4', 'Stripe, Check, Flax, Indigo', 895, 700),
      range('JAR', 'Clip-Top Preserving Jar', '0.5 L, 1 L, 1.5 L, 3 L', 'Clear', 395, 150),
      range('ENM', 'Enamel Roasting Dish', '25 cm, 30 cm, 37 cm', enamels, 1499, 500),
      range('CFP', 'Cafetiere', '3 Cup, 8 Cup', 'Steel, Copper, Black', 2299, 900),
      range('SPC', 'Whole Spice Tin', '50 g, 100 g', 'Cumin, Coriander, Cardamom, Black Pepper, Paprika', 325, 175),
      range('APR', 'Cotton Apron', 'Adult, Child', 'Denim, Olive, Butcher Stripe, Rust', 1895, -500),
      range('UTN', 'Beech Utensil', 'Spoon, Spatula, Turner, Ladle', 'Natural, Oiled', 495, 100),
      range('STR', 'Storage Canister', '0.7 L, 1.2 L, 2 L', enamels, 1295, 500),
    ],
  },
  {
    code: 'DOVER',
    name: 'Dover Outdoor',
    description: 'Walking, camping and wild swimming',
    share: 0.12,
    season: [0.8, 0.8, 1, 1.2, 1.3, 1.4, 1.5, 1.3, 1, 0.9, 1.1, 1.1],
    ranges: [
      range('JKT', 'Waterproof Jacket', 'XS, S, M, L, XL, XXL', 'Navy, Olive, Rust', 8999, 0),
      range('FLC', 'Recycled Fleece', 'XS, S, M, L, XL, XXL', 'Oat, Forest, Charcoal', 4499, 0),
      range('SOC', 'Merino Walking Socks', 'UK 3-5, UK 6-8, UK 9-11, UK 12-14', 'Grey, Navy, Moss', 1699, 0),
      range('BTL', 'Insulated Bottle', '350 ml, 500 ml, 750 ml', 'Steel, Sea, Rust, Black', 1899, 400),
      range('RUC', 'Day Rucksack', '18 L, 25 L, 32 L', 'Navy, Ochre, Olive', 4999, 1500),
      range('TNT', 'Ridge Tent', '1 Person, 2 Person, 3 Person', 'Olive, Sand', 12999, 5000),
      range('SLB', 'Sleeping Bag', '5 C, 0 C, -5 C', 'Navy, Rust', 6499, 3000),
      range('TWL', 'Changing Robe', 'S, M, L', 'Navy, Black, Camouflage, Pink', 7999, 0),
      range('HTL', 'Head Torch', '200 lm, 400 lm', 'Black, Yellow', 2199, 1200),
      range('HAT', 'Bobble Hat', 'One Size', 'Oat, Navy, Mustard, Forest, Claret', 1499, 0),
      range('STV', 'Camping Stove', 'Single Burner, Double Burner', 'Green, Silver', 3499, 2500),
      range('BAG', 'Dry Bag', '5 L, 10 L, 20 L, 35 L', 'Yellow, Blue, Olive', 999, 400),
      range('MAT', 'Sleeping Mat', 'Regular, Long', 'Navy, Rust', 3999, 1000),
    ],
  },
  {
    code: 'ELMS',
    name: 'Elms Toys & Games',
    description: 'Wooden toys, puzzles and board games',
    share: 0.1,
    season: [0.6, 0.7, 0.8, 0.9, 0.8, 0.8, 0.9, 0.9, 0.9, 1.2, 2, 2.2],
    ranges: [
      range('BLK', 'Wooden Building Blocks', '25 Piece, 50 Piece, 100 Piece', 'Natural, Rainbow, Pastel', 1799, 1200),
      range(
        'PUZ',
        'Jigsaw Puzzle',
        '100 Piece, 500 Piece, 1000 Piece',
        'Harbour, Woodland, Map, Market, Garden',
        899,
        350,
      ),
      range(
        'GAM',
        'Family Board Game',
        '2-4 Players, 2-6 Players',
        'Smugglers, Orchard, Canals, Lighthouse',
        1999,
        600,
      ),
      range('TRN', 'Wooden Train', 'Engine, Carriage, Goods Wagon, Crane', brights, 899, 150),
      range('PLU', 'Soft Toy', 'Small, Medium, Large', 'Badger, Hare, Fox, Otter, Hedgehog', 1199, 600),
      range('KIT', 'Craft Kit', 'Age 4+, Age 7+, Age 10+', 'Weaving, Pottery, Candle, Printing', 1399, 400),
      range('BAL', 'Play Ball', '12 cm, 22 cm', brights, 499, 300),
      range(
        'CST',
        'Dressing-Up Costume',
        '3-4 Years, 5-6 Years, 7-8 Years',
        'Knight, Astronaut, Bee, Wizard',
        2199,
        100,
      ),
      range('PNT', 'Finger Paint Set', '4 Pots, 8 Pots', 'Classic, Pastel', 799, 500),
      range('KTE', 'Nylon Kite', '70 cm, 100 cm, 140 cm', brights, 1199, 700),
      range('BOK', 'Board Book', 'Counting, Colours, Animals', 'Farm, Seaside, City, Night', 699, 0),
    ],
  },
  {
    code: 'FERN',
    name: 'Fern Natural Beauty',
    description: 'Skin care, soap and bath',
    share: 0.06,
    season: [0.9, 1, 1.1, 0.9, 0.9, 0.9, 0.9, 0.8, 0.9, 1, 1.4, 1.5],
    ranges: [
      range('SOP', 'Cold-Process Soap Bar', '100 g, 3 x 100 g', 'Oat, Rosemary, Charcoal, Lavender, Neroli', 595, 900),
      range('HCR', 'Hand Cream', '30 ml, 75 ml', 'Rose, Fig, Neroli, Unscented', 895, 700),
      range('SHB', 'Solid Shampoo', '60 g, 90 g', 'Dry Hair, Fine Hair, Curly Hair, Dandruff', 1095, 400),
      range('OIL', 'Body Oil', '50 ml, 100 ml', 'Rose, Neroli, Bergamot, Unscented', 1895, 1000),
      range('BLM', 'Lip Balm', '10 g', 'Mint, Honey, Cherry, Plain', 450, 0),
      range('SLT', 'Bath Salts', '250 g, 500 g, 1 kg', 'Lavender, Eucalyptus, Pine', 895, 500),
      range('SRM', 'Face Serum', '15 ml, 30 ml', 'Brightening, Calming, Firming', 2195, 1400),
      range('DEO', 'Natural Deodorant', '55 g, 75 g', 'Bergamot, Cedar, Lavender, Unscented', 795, 250),
      range('GFT', 'Gift Box', 'Small, Medium, Large', 'Unwind, Restore, Garden, Winter', 2495, 1500),
      range('BRS', 'Bath Brush', 'Short, Long', 'Beech, Thermo Ash', 1195, 500),
      range('FLN', 'Muslin Face Cloth', 'Single, Set of 3', 'White, Sage, Blush', 495, 700),
      range('CND', 'Massage Candle', '80 g, 150 g', 'Neroli, Cedar, Rose, Vetiver', 1695, 900),
      range('TON', 'Floral Toner', '50 ml, 100 ml, 200 ml', 'Rose, Witch Hazel, Orange Flower, Chamomile', 895, 450),
      range('MSK', 'Clay Face Mask', 'Sachet, 60 g, 120 g', 'Green, Pink, White', 350, 800),
      range(
        'SUN',
        'Mineral Sun Cream',
        'SPF 30 100 ml, SPF 50 100 ml, SPF 50 200 ml',
        'Face, Body, Children',
        1695,
        400,
      ),
    ],
  },
]
