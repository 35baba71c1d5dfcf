import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type PdfNode = { readonly role: string; readonly text: string; readonly children: readonly PdfNode[] }

type Raw = { role?: string; type?: string; id?: string; children?: Raw[] }

/**
 * Reads a PDF's metadata and, for each page, its text and its tagged structure with the text of each part.
 *
 * @param which chooses pages by number, given their count; by default all
 */
export async function readPdf(bytes: Uint8Array, which?: (count: number) => readonly number[]) {
  const doc = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const { info } = await doc.getMetadata()
  const facts = info as { Title?: string; Language?: string }
  const pages: { text: string; tree: PdfNode }[] = []
  const count = doc.numPages
  for (const number of which?.(count) ?? Array.from({ length: count }, (_, index) => index + 1)) {
    const page = await doc.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const marked = new Map<string, string>()
    const all: string[] = []
    const open: (string | undefined)[] = []
    for (const item of items) {
      if ('str' in item) {
        if (item.str) all.push(item.str)
        const id = open.findLast((one) => one !== undefined)
        if (id !== undefined) marked.set(id, (marked.get(id) ?? '') + item.str)
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? undefined)
    }
    // An untagged document has no structure.
    const tree = read(((await page.getStructTree()) ?? {}) as Raw, marked)
    pages.push({ text: all.join('\n'), tree })
  }
  const isMarked = ((await doc.getMarkInfo()) as { Marked?: boolean } | null)?.Marked === true
  await doc.destroy()
  return { title: facts.Title, language: facts.Language, isMarked, count, pages }
}

function read({ role = '', children = [] }: Raw, marked: ReadonlyMap<string, string>): PdfNode {
  const nodes = children.filter((child) => child.role !== undefined).map((child) => read(child, marked))
  const own = children.map(({ id = '' }) => marked.get(id) ?? '').join('')
  return { role, text: (own + nodes.map(({ text }) => text).join(' ')).trim(), children: nodes }
}

/** All parts with a role, in reading order. */
export const partsOf = (node: PdfNode, role: string): PdfNode[] => [
  ...(node.role === role ? [node] : []),
  ...node.children.flatMap((child) => partsOf(child, role)),
]
