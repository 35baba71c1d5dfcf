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

/** Page entries to keep: content and size. `Parent` is removed when the page is copied. */
const PAGE_KEYS = namesIn(`
  Type Parent Resources Contents Annots Group UserUnit MediaBox CropBox BleedBox TrimBox ArtBox Rotate
`)
/** Annotation entries to keep: appearance. */
const MARK_KEYS = namesIn(`
  Type Subtype Rect AP AS F Contents C IC CA ca BM Border BS BE RD QuadPoints InkList L LE CL Vertices DA DS Q
`)
/** Annotations that only show something. Links, media and attachments are left out. */
const MARKS = namesIn(`
  Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Redact Watermark
`)
/** Entries to remove from drawn objects: embedded or external files, and metadata. */
const NOT_DRAWN = namesIn('AF F FFilter FDecodeParms OPI Ref Metadata PieceInfo StructParent StructParents')

/**
 * Copies a PDF with its pages and their appearance, and nothing else: no scripts, actions, links, attachments, forms or
 * metadata. Filled-in form fields keep their appearance. Throws pdf-lib's error for an unreadable or encrypted PDF, and
 * an Error for one without pages.
 */
export async function stripPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const [ref, object] of source.context.enumerateIndirectObjects()) {
    // pdf-lib would write it unchanged, and other readers may find something in it.
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
  // Visibility of layers.
  if (layers instanceof PDFDict) target.catalog.set(named('OCProperties'), copier.copy(layers))
  return target.save({ addDefaultPage: false, updateFieldAppearances: false })
}

function keepOnly(dict: PDFDict, keys: ReadonlySet<PDFName>): void {
  for (const key of dict.keys()) if (!keys.has(key)) dict.delete(key)
}

/** Keeps annotations that only show something. A filled-in field becomes a stamp with its appearance. */
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

/** Removes files attached to anything that a page draws, and their names. */
function dropFiles(object: PDFObject): void {
  if (object instanceof PDFStream) dropFiles(object.dict)
  else if (object instanceof PDFArray) for (const each of object.asArray()) dropFiles(each)
  else if (object instanceof PDFDict) {
    // Fonts and pictures may have this name too, but are no arrays.
    if (object.lookup(named('AF')) instanceof PDFArray) object.delete(named('AF'))
    if (object.lookup(named('Type')) === named('Filespec')) keepOnly(object, new Set())
    for (const value of object.values()) dropFiles(value)
  }
}
