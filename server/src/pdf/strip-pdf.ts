import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFStream,
} from '@cantoo/pdf-lib'

const named = (name: string) => PDFName.of(name)
const namesIn = (words: string): ReadonlySet<PDFName> => new Set(words.trim().split(/\s+/).map(named))

/** What a page keeps: what it shows, and how large it is. `Parent` goes when its page is copied. */
const PAGE_KEYS = namesIn(`
  Type Parent Resources Contents Annots Group UserUnit MediaBox CropBox BleedBox TrimBox ArtBox Rotate
`)
/** What a mark on a page keeps: how it looks. */
const MARK_KEYS = namesIn(`
  Type Subtype Rect AP AS F Contents C IC CA ca BM Border BS BE RD QuadPoints InkList L LE CL Vertices DA DS Q
`)
/** Marks that only show something. What plays, opens or holds a file, and links, are left out. */
const MARKS = namesIn(`
  Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Redact Watermark
`)
/** Of what a page is drawn with: files that hang on it, or lie elsewhere, and what is said of it. */
const NOT_DRAWN = namesIn('AF F FFilter FDecodeParms OPI Ref Metadata PieceInfo StructParent StructParents')

/**
 * A PDF again with its pages and what they show, and nothing else: no scripts, actions, links, attachments, forms or facts of
 * the document. What was filled into a form stays as it looks. Throws what pdf-lib throws at a PDF that it cannot read, or that
 * is encrypted, and an Error at one without pages.
 */
export async function stripPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const [ref, object] of source.context.enumerateIndirectObjects()) {
    // It would be written as it came, and others may read in it what pdf-lib did not.
    if (object instanceof PDFInvalidObject) source.context.delete(ref)
    else dropFiles(object)
    if (object instanceof PDFStream) for (const key of NOT_DRAWN) object.dict.delete(key)
  }
  const pages = source.getPages()
  if (pages.length === 0) throw new Error('It has no pages')
  const target = await PDFDocument.create({ updateMetadata: false })
  const copier = PDFObjectCopier.for(source.context, target.context)
  for (const { node } of pages) {
    keepOnly(node, PAGE_KEYS)
    keepMarks(node)
    const copied = copier.copy(node)
    if (!(copied instanceof PDFPageLeaf)) throw new Error('A page is none')
    target.addPage(PDFPage.of(copied, target.context.register(copied), target))
  }
  const layers = source.catalog.lookup(named('OCProperties'))
  // Which of the layers are shown.
  if (layers instanceof PDFDict) target.catalog.set(named('OCProperties'), copier.copy(layers))
  return target.save({ addDefaultPage: false, updateFieldAppearances: false })
}

function keepOnly(dict: PDFDict, keys: ReadonlySet<PDFName>): void {
  for (const key of dict.keys()) if (!keys.has(key)) dict.delete(key)
}

/** Leaves of a page's marks those that only show something. A filled field becomes a stamp of what it looks like. */
function keepMarks(page: PDFPageLeaf): void {
  const marks = page.lookup(named('Annots'))
  const kept = page.context.obj([])
  for (const each of marks instanceof PDFArray ? marks.asArray() : []) {
    const mark = page.context.lookup(each)
    if (!(mark instanceof PDFDict)) continue
    if (mark.lookup(named('Subtype')) === named('Widget') && mark.has(named('AP')))
      mark.set(named('Subtype'), named('Stamp'))
    const kind = mark.lookup(named('Subtype'))
    if (!(kind instanceof PDFName) || !MARKS.has(kind)) continue
    keepOnly(mark, MARK_KEYS)
    kept.push(each)
  }
  page.set(named('Annots'), kept)
}

/** Takes out files that hang on anything that a page is drawn with, and where they are named. */
function dropFiles(object: PDFObject): void {
  if (object instanceof PDFStream) dropFiles(object.dict)
  else if (object instanceof PDFArray) for (const each of object.asArray()) dropFiles(each)
  else if (object instanceof PDFDict) {
    // Fonts and pictures of a page may have any name, but are no lists.
    if (object.lookup(named('AF')) instanceof PDFArray) object.delete(named('AF'))
    if (object.lookup(named('Type')) === named('Filespec')) keepOnly(object, new Set())
    for (const value of object.values()) dropFiles(value)
  }
}
