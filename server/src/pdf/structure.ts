import type { CompactDocument, Reference } from './compact-document.ts'

/** The parts that forms have. */
type Role = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD'
type Said = {
  /** Of a header cell: what it is the header of. */
  readonly scope?: 'Column' | 'Row'
  /** What is read out and copied, where that is not what is drawn: a number that was broken over two lines. */
  readonly actual?: string | undefined
}

/**
 * The structure of a tagged PDF (ISO 32000-1, 14.7 and 14.8), written as it comes: what is complete is no longer held. pdfkit
 * has one too, which holds every cell until the end, and writes each as an object of its own.
 */
export class Structure {
  readonly doc: CompactDocument
  readonly document: Part
  /** Of the page that is being drawn: the part that each piece of marked content belongs to. */
  #owners: Reference[] = []
  #page: Reference | undefined
  readonly #pages: Reference[] = []

  constructor(doc: CompactDocument) {
    this.doc = doc
    this.document = new Part(this, 'Document', this.#root, {})
  }

  get #root(): Reference {
    // pdfkit makes it, empty, for a document that is tagged.
    return this.doc.root.data['StructTreeRoot'] as Reference
  }

  /** Call for each page once it is there; what is marked from then on is on it. */
  beginPage(): void {
    this.#endPage()
    const page = this.doc.page.dictionary as unknown as Reference
    page.data['StructParents'] = this.#pages.length
    this.#page = page
  }

  /** Ends what is open, and names the whole in the document. */
  end(): void {
    this.document.end()
    this.#endPage()
    const tree = this.doc.reserve()
    this.doc.pack(tree, `<</Nums [${this.#pages.map((owners, key) => `${key} ${owners.id} 0 R`).join(' ')}]>>`)
    const { data } = this.#root
    data['K'] = [this.document.reference]
    data['ParentTree'] = tree
    data['ParentTreeNextKey'] = this.#pages.length
  }

  /** Notes a piece of content of a part, on the page that is drawn: its number there, and the page. */
  mark(owner: Reference): { readonly id: number; readonly page: Reference } {
    if (!this.#page) throw new Error('There is no page to mark content on')
    return { id: this.#owners.push(owner) - 1, page: this.#page }
  }

  #endPage(): void {
    if (!this.#page) return
    const owners = this.doc.reserve()
    this.doc.pack(owners, `[${this.#owners.map(({ id }) => `${id} 0 R`).join(' ')}]`)
    this.#pages.push(owners)
    this.#owners = []
    this.#page = undefined
  }
}

/** A part of the structure, open until {@link end}; its parts and contents are read in the order in which they came. */
export class Part {
  readonly reference: Reference
  readonly #structure: Structure
  readonly #role: Role
  readonly #parent: Reference
  readonly #said: Said
  readonly #kids: string[] = []
  #page: Reference | undefined

  constructor(structure: Structure, role: Role, parent: Reference, said: Said) {
    this.#structure = structure
    this.#role = role
    this.#parent = parent
    this.#said = said
    this.reference = structure.doc.reserve()
  }

  begin(role: Role, said: Said = {}): Part {
    const part = new Part(this.#structure, role, this.reference, said)
    this.#kids.push(`${part.reference.id} 0 R`)
    return part
  }

  /** What begins a piece of this part's content on the page; the piece ends with EMC. */
  mark(): string {
    const { id, page } = this.#structure.mark(this.reference)
    this.#page ??= page
    this.#kids.push(page === this.#page ? String(id) : `<</Type/MCR/Pg ${page.id} 0 R/MCID ${id}>>`)
    return `/${this.#role} <</MCID ${id}>> BDC`
  }

  end(): void {
    const { scope, actual } = this.#said
    this.#structure.doc.pack(
      this.reference,
      [
        `<</S/${this.#role}/P ${this.#parent.id} 0 R`,
        this.#page ? `/Pg ${this.#page.id} 0 R` : '',
        scope ? `/A<</O/Table/Scope/${scope}>>` : '',
        actual === undefined ? '' : actualText(actual),
        `/K[${this.#kids.join(' ')}]>>`,
      ].join(''),
    )
  }
}

/** What is said to whoever hears or copies, as PDF writes it: of a part, or of a piece of content. */
export const actualText = (text: string): string =>
  `/ActualText<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
