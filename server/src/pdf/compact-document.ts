import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** An object of the file, by its number. */
export type Reference = { readonly id: number; offset: number; readonly data: Record<string, unknown> }

/** Of pdfkit, what its types leave out. */
type Inside = {
  readonly _id: Uint8Array
  readonly _info: Reference
  readonly _root: Reference
  readonly _offset: number
  readonly _offsets: number[]
  _write(bytes: string | Uint8Array): void
  _refEnd(reference: Reference): void
}

/** So many objects go into one stream: enough to compress well, few enough to be read alone. */
const IN_ONE_STREAM = 200
/** Of an entry of the table of objects: its kind, its place, its place therein. */
const WIDTHS = [1, 4, 2]
const ENTRY = 7

/**
 * A document of pdfkit whose small objects are packed into compressed streams (PDF 1.5: object streams and a
 * cross-reference stream, which pdfkit does not write): the structure of a table is an object a cell, and ten times the
 * size of what the table says.
 */
export class CompactDocument extends PDFDocument {
  #packed: { readonly reference: Reference; readonly body: string }[] = []

  get #inside(): Inside {
    return this as unknown as Inside
  }

  /** The document's own dictionary. */
  get root(): Reference {
    return this.#inside._root
  }

  /** An object whose number may be spoken of before it is packed. */
  reserve(): Reference {
    return this.ref({}) as unknown as Reference
  }

  /** Says what a reserved object is, as PDF writes it, in ASCII. */
  pack(reference: Reference, body: string): void {
    this.#packed.push({ reference, body })
    if (this.#packed.length === IN_ONE_STREAM) this.#flush()
  }

  override end(): void {
    this.#flush()
    super.end()
  }

  #flush(): void {
    const packed = this.#packed
    this.#packed = []
    if (packed.length === 0) return
    const places: string[] = []
    let place = 0
    for (const { reference, body } of packed) {
      places.push(`${reference.id} ${place}`)
      place += body.length + 1
    }
    const head = `${places.join(' ')}\n`
    const stream = this.ref({ Type: 'ObjStm', N: packed.length, First: head.length })
    stream.end(Buffer.from(`${head}${packed.map(({ body }) => `${body}\n`).join('')}`, 'latin1'))
    for (const [index, { reference }] of packed.entries()) {
      // No place in the file, but one in a stream: told from the others by its sign.
      reference.offset = -((stream as unknown as Reference).id * IN_ONE_STREAM + index)
      this.#inside._refEnd(reference)
    }
  }

  /** What pdfkit calls when every object is written: the table of objects and the file's end. */
  _finalize(): void {
    const { _offsets: offsets, _offset: start, _root: root, _info: info, _id: name } = this.#inside
    const id = offsets.length + 1
    const table = this.#table([...offsets, start])
    const hex = Buffer.from(name).toString('hex')
    const parms = `/DecodeParms <</Predictor 12 /Columns ${ENTRY}>>`
    this.#inside._write(
      `${id} 0 obj\n<</Type /XRef /Size ${id + 1} /W [${WIDTHS.join(' ')}] /Root ${root.id} 0 R /Info ${info.id} 0 R ` +
        `/ID [<${hex}> <${hex}>] /Filter /FlateDecode ${parms} /Length ${table.length}>>\nstream`,
    )
    this.#inside._write(table)
    this.#inside._write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF`)
    this.push(null)
  }

  /** Where each object is. An entry is written as what it differs by from the one before it (the predictor 'up'). */
  #table(offsets: readonly number[]): Buffer {
    const rows = Buffer.alloc((offsets.length + 1) * (ENTRY + 1))
    const entry = Buffer.alloc(ENTRY)
    const before = Buffer.alloc(ENTRY)
    // The first is that of no object.
    entry.writeUInt16BE(0xffff, 5)
    for (let row = 0; row <= offsets.length; row++) {
      if (row > 0) {
        const offset = offsets[row - 1] ?? 0
        entry[0] = offset < 0 ? 2 : 1
        entry.writeUInt32BE(offset < 0 ? Math.floor(-offset / IN_ONE_STREAM) : offset, 1)
        entry.writeUInt16BE(offset < 0 ? -offset % IN_ONE_STREAM : 0, 5)
      }
      const at = row * (ENTRY + 1)
      rows[at] = 2
      for (let byte = 0; byte < ENTRY; byte++) rows[at + 1 + byte] = (entry[byte] ?? 0) - (before[byte] ?? 0)
      entry.copy(before)
    }
    return deflateSync(rows)
  }
}
